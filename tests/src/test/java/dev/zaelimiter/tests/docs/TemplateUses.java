package dev.zaelimiter.tests.docs;

import dev.zaelimiter.tests.deploy.TemplateNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Blocks of other tools that use the template of CloudFormation, in YAML, JSON or JavaScript: parameters, outputs and
 * resources that they name must be there. A test of the package {@code deploy} runs what can be run.
 */
final class TemplateUses {

    /** From the word to the brace or the indentation that ends it. */
    private static final Pattern PARAMETERS =
            Pattern.compile("(?is)parameters\"?: *(?:\\{(.*?)\\}|\\n(( +)\\w+:.*?)(?=\\n(?!\\3)|$))");

    private static final Pattern KEY = Pattern.compile("(?m)^\\s*\"?(\\w+)\"?:");
    private static final Pattern OUTPUT = Pattern.compile("(?:Outputs\\.|outputs\\[\\\\?\")(\\w+)");
    private static final Pattern RESOURCE = Pattern.compile("getResource\\(\"(\\w+)\"");

    private TemplateUses() {}

    static List<Problem> check(Block block) {
        String text = String.join("\n", block.lines());
        List<Problem> problems = new ArrayList<>();
        for (Matcher found = PARAMETERS.matcher(text); found.find(); ) {
            known(
                    block,
                    found.group(1) == null ? found.group(2) : found.group(1),
                    KEY,
                    TemplateNames.parameters(),
                    problems);
        }
        known(block, text, OUTPUT, TemplateNames.outputs(), problems);
        known(block, text, RESOURCE, TemplateNames.resources(), problems);
        return problems;
    }

    private static void known(Block block, String text, Pattern name, Set<String> known, List<Problem> problems) {
        for (Matcher found = name.matcher(text); found.find(); ) {
            if (!known.contains(found.group(1))) {
                problems.add(block.problem(0, "the template has no " + found.group(1)));
            }
        }
    }
}
