package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Says in sentences how rows were read, so that nobody has to guess what a guess was. */
final class Assumptions {

    /** What roles are called in sentences. */
    static final Map<String, String> LABELS = Map.of(
            "time", "time",
            "entity", "entity",
            "resource", "resource",
            "input", "tokens of the prompt",
            "output", "tokens of the answer",
            "total", "tokens in all");

    private static final String MASKED =
            "Names of entities are shown masked, since they may be keys (--no-mask shows them).";
    private static final int MOST_PASSED_OVER = 4;

    private Assumptions() {}

    /**
     * The sentences.
     *
     * @param format what the file is made of
     * @param columns what stands where
     * @param options what was said
     * @param unanswered how many rows have no tokens of an answer
     */
    static List<String> of(InputFormat format, Columns columns, ReadingOptions options, long unanswered) {
        List<String> sentences = new ArrayList<>();
        String read = format == InputFormat.CSV ? "" : "Read as " + format.title() + ". ";
        sentences.add(read + "Times from " + times(columns.time()) + "; " + whose(columns) + ".");
        if (columns.masked()) {
            sentences.add(MASKED);
        }
        takes(columns, options, sentences);
        if (unanswered > 0) {
            sentences.add(Text.count(unanswered, "row has", "rows have") + " no "
                    + (columns.answer() == null
                            ? "tokens of an answer"
                            : columns.answer().output().name())
                    + ": counted as 0.");
        }
        sentences.addAll(passedOver(columns.explanation()));
        List<String> idle = idle(columns, options);
        if (!idle.isEmpty()) {
            sentences.add(names(idle) + " made no difference: no limit takes an estimate that is settled when an answer"
                    + " is done.");
        }
        return sentences;
    }

    /** What each row takes of each limit. */
    private static void takes(Columns columns, ReadingOptions options, List<String> sentences) {
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
    }

    /** Who asks for what, and whether names are shown. */
    static List<String> whoseSentences(Columns columns) {
        String whose = whose(columns);
        String sentence = Character.toUpperCase(whose.charAt(0)) + whose.substring(1) + ".";
        return columns.masked() ? List.of(sentence, MASKED) : List.of(sentence);
    }

    /** Which column, and what its values are. */
    static String times(TimeColumn time) {
        String name = time.date() == null
                ? time.column().name()
                : time.date().name() + " and " + time.column().name();
        String unit = time.unit() == null ? "" : time.unit().toString();
        return name
                + switch (time.reading().kind()) {
                    case DATES -> zone(time.reading());
                    case CLOCKS -> " (no zone, so UTC)";
                    case EPOCH -> " (numbers that count " + unit + " since 1970)";
                    case RELATIVE -> " (numbers that count " + unit + " from 0, shown as 1970)";
                    case NONE, UNKNOWN -> "";
                };
    }

    private static String zone(TimeReading reading) {
        Boolean zoned = reading.zoned();
        if (zoned == null) {
            return " (some without a zone, so UTC)";
        }
        return zoned ? "" : " (no zone, so UTC)";
    }

    /** What each column could have been, and was not taken for. */
    static List<String> passedOver(ColumnExplanation explanation) {
        List<String> sentences = new ArrayList<>();
        for (ColumnExplanation.Role role : explanation.roles()) {
            List<ColumnExplanation.PassedOver> passed = role.passedOver();
            if (!role.said() && !passed.isEmpty() && !role.name().equals("total")) {
                String more = passed.size() > MOST_PASSED_OVER
                        ? " and " + Text.count(passed.size() - MOST_PASSED_OVER) + " more"
                        : "";
                sentences.add("Not taken for the " + LABELS.get(role.name()) + ": "
                        + passed.stream()
                                .limit(MOST_PASSED_OVER)
                                .map(each -> each.column() + " (" + each.why() + ")")
                                .collect(Collectors.joining(", "))
                        + more + ".");
            }
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
        if (answer.input() instanceof ValuePlace.Column input) {
            first = options.expectOutput == 0 ? input.name() : input.name() + " + " + expected;
            total = input.name() + " + " + output;
        }
        return "each row takes " + first + " up front, and is settled to " + total + " when the answer is done, "
                + DurationText.of(options.perOutputToken) + " per output token (--expect-output, --per-output-token).";
    }

    private static String whose(Columns columns) {
        boolean oneEntity = columns.entity() instanceof ValuePlace.Constant;
        boolean oneResource = columns.resource() instanceof ValuePlace.Constant;
        if (oneEntity && oneResource) {
            return "all rows are one entity on one resource";
        }
        return (oneEntity ? "one entity" : "entities from " + name(columns.entity()) + prefix(columns)) + ", "
                + (oneResource ? "one resource" : "resources from " + name(columns.resource()));
    }

    private static String prefix(Columns columns) {
        return columns.prefix() == null ? "" : " (IPv6 by /" + columns.prefix() + ")";
    }

    private static String name(ValuePlace cell) {
        return cell instanceof ValuePlace.Column column ? column.name() : "";
    }

    private static boolean isSaid(String limit, ReadingOptions options) {
        return options.takes.stream().anyMatch(take -> take.startsWith(limit + "="));
    }

    private static String names(List<String> names) {
        return String.join(", ", names);
    }
}
