package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;

/** Says in sentences how rows were read, so that nobody has to guess what a guess was. */
final class Assumptions {

    private Assumptions() {}

    static List<String> of(InputFormat format, Columns columns, ReadingOptions options) {
        List<String> sentences = new ArrayList<>();
        String read = format == InputFormat.CSV ? "" : "Read as " + format.title() + ". ";
        sentences.add(read + "Times from " + columns.time().name() + "; " + whose(columns) + ".");
        List<String> ones = new ArrayList<>();
        List<String> estimated = new ArrayList<>();
        List<String> uncounted = new ArrayList<>();
        for (int i = 0; i < columns.limits().size(); i++) {
            String name = columns.limits().get(i);
            Take take = columns.takes().get(i);
            if (take instanceof Take.Estimated) {
                estimated.add(name);
            } else if (take instanceof Take.Exactly exactly) {
                sentences.add(name + ": each row takes " + exactly.column().name() + ".");
            } else if (take instanceof Take.Fixed fixed && fixed.amount() != 1) {
                sentences.add(name + ": each row takes " + Text.count(fixed.amount()) + ".");
            } else if (Columns.takesTokens(name) && !isSaid(name, options)) {
                uncounted.add(name);
            } else {
                ones.add(name);
            }
        }
        if (!ones.isEmpty()) {
            sentences.add(names(ones) + ": each row takes 1.");
        }
        if (!uncounted.isEmpty()) {
            sentences.add(names(uncounted) + ": each row takes 1, since no column looks like a number of tokens (see"
                    + " --take, --input-column, --output-column).");
        }
        if (columns.answer() != null) {
            sentences.add(names(estimated) + ": " + estimate(columns.answer(), options));
        }
        List<String> idle = idle(columns, options);
        if (!idle.isEmpty()) {
            sentences.add(names(idle) + " made no difference: no limit takes an estimate that is settled when an answer"
                    + " is done.");
        }
        return sentences;
    }

    /** Options that were given, but are about answers, and there are none. */
    private static List<String> idle(Columns columns, ReadingOptions options) {
        List<String> idle = new ArrayList<>();
        if (columns.answer() == null) {
            if (options.outputColumn != null) {
                idle.add("--output-column");
            }
            if (options.expectOutput > 0) {
                idle.add("--expect-output");
            }
            if (!options.perOutputToken.equals(ReadingOptions.PER_OUTPUT_TOKEN)) {
                idle.add("--per-output-token");
            }
        }
        return idle;
    }

    private static String estimate(Columns.AnswerColumns answer, ReadingOptions options) {
        String output = answer.output().name();
        String expected = Text.count(options.expectOutput);
        String first = expected;
        String total = output;
        if (answer.input() instanceof Cell.Column input) {
            first = options.expectOutput == 0 ? input.name() : input.name() + " + " + expected;
            total = input.name() + " + " + output;
        }
        return "each row takes " + first + " up front, and is settled to " + total + " when the answer is done, "
                + DurationText.of(options.perOutputToken) + " per output token (--expect-output, --per-output-token).";
    }

    private static String whose(Columns columns) {
        boolean oneEntity = columns.entity() instanceof Cell.Constant;
        boolean oneResource = columns.resource() instanceof Cell.Constant;
        if (oneEntity && oneResource) {
            return "all rows are one entity on one resource";
        }
        return (oneEntity ? "one entity" : "entities from " + name(columns.entity()) + prefix(columns)) + ", "
                + (oneResource ? "one resource" : "resources from " + name(columns.resource()));
    }

    private static String prefix(Columns columns) {
        return columns.prefix() == null ? "" : " (IPv6 by /" + columns.prefix() + ")";
    }

    private static String name(Cell cell) {
        return cell instanceof Cell.Column column ? column.name() : "";
    }

    private static boolean isSaid(String limit, ReadingOptions options) {
        return options.takes.stream().anyMatch(take -> take.startsWith(limit + "="));
    }

    private static String names(List<String> names) {
        return String.join(", ", names);
    }
}
