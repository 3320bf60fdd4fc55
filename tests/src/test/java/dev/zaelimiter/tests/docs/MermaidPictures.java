package dev.zaelimiter.tests.docs;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether a picture is likely to be drawn: no parser of Mermaid, but the mistakes that people make. */
final class MermaidPictures {

    private static final Pattern KIND =
            Pattern.compile("flowchart (LR|RL|TB|TD|BT)|sequenceDiagram|stateDiagram-v2|graph (LR|TD)");
    private static final Pattern ARROW = Pattern.compile("-->|---|-\\.->|==>|->>|-->>|-\\)|-x");
    private static final Pattern PARTICIPANT = Pattern.compile("(?:participant|actor) (\\w+)(?: as .+)?");
    private static final Pattern MESSAGE = Pattern.compile("(\\w+)\\s*-{1,2}(?:>>|x|\\))[+-]?\\s*(\\w+)\\s*:\\s*\\S.*");
    private static final Pattern STATE_ARROW = Pattern.compile("(\\[\\*\\]|\\w+) --> (\\[\\*\\]|\\w+)( : \\S.*)?");
    private static final Pattern LABEL = Pattern.compile("\\[([^\\[\\]]*[(){}<>;][^\\[\\]]*)\\]");
    private static final Set<String> PLAIN = Set.of("end", "autonumber", "else");

    private MermaidPictures() {}

    static List<Problem> check(Block block) {
        List<Problem> problems = new ArrayList<>();
        List<String> lines = block.lines();
        if (lines.isEmpty() || !KIND.matcher(lines.get(0).strip()).matches()) {
            problems.add(block.problem(1, "begins with no kind of picture that is known here"));
            return problems;
        }
        String kind = lines.get(0).strip();
        Set<String> participants = new HashSet<>();
        boolean arrows = false;
        for (int i = 1; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            arrows |= ARROW.matcher(line).find();
            String problem = line.isEmpty() || line.startsWith("%%") ? "" : problem(kind, line, participants);
            if (!problem.isEmpty()) {
                problems.add(block.problem(i + 1, problem));
            }
        }
        if (!arrows) {
            problems.add(block.problem(0, "a picture without an arrow"));
        }
        return problems;
    }

    private static String problem(String kind, String line, Set<String> participants) {
        if (!balanced(line)) {
            return "brackets or quotes that do not match";
        }
        if (kind.equals("sequenceDiagram")) {
            return sequence(line, participants);
        } else if (kind.equals("stateDiagram-v2")) {
            return line.contains("-->") && !STATE_ARROW.matcher(line).matches() ? "no arrow between two states" : "";
        }
        Matcher label = LABEL.matcher(line.replaceAll("\"[^\"]*\"", "q"));
        return label.find() ? "a label with brackets or signs needs quotes: " + label.group(1) : "";
    }

    private static String sequence(String line, Set<String> participants) {
        Matcher participant = PARTICIPANT.matcher(line);
        if (participant.matches()) {
            participants.add(participant.group(1));
            return "";
        }
        Matcher message = MESSAGE.matcher(line);
        if (message.matches()) {
            return participants.contains(message.group(1)) && participants.contains(message.group(2))
                    ? ""
                    : "a message between some who are not declared";
        }
        String first = line.split(" ", 2)[0];
        return PLAIN.contains(first)
                        || Set.of("Note", "alt", "opt", "loop", "par", "and").contains(first)
                ? ""
                : "not understood: " + line;
    }

    private static boolean balanced(String line) {
        String plain = line.replaceAll("\"[^\"]*\"", "").replace("->>", "").replace("-)", "");
        return plain.indexOf('"') < 0
                && count(plain, '[') == count(plain, ']')
                && count(plain, '(') == count(plain, ')')
                && count(plain, '{') == count(plain, '}');
    }

    private static long count(String text, char c) {
        return text.chars().filter(each -> each == c).count();
    }
}
