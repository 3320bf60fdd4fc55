package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.TextTable;
import java.util.ArrayList;
import java.util.List;

/** Shows a person how a file would be read. */
final class PreviewText {

    private static final String INDENT = "  ";
    private static final int LONGEST_VALUE = 40;

    private PreviewText() {}

    /** All lines of the output. */
    static List<String> lines(Preview preview, Terminal terminal) {
        Columns columns = preview.columns();
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(Text.visible(preview.file())));
        lines.add(INDENT + "Read as " + preview.format().title() + ": "
                + Text.count(preview.header().size(), "column", "columns") + ", "
                + Text.count(preview.sample().rows(), "row", "rows") + " looked at, none replayed");
        lines.add("");
        TextTable table = TextTable.leftAligned();
        table.row("for", "column", "first value");
        for (ColumnExplanation.Role role : columns.explanation().roles()) {
            table.row(label(role), role.column() == null ? "none" : Text.visible(role.column()), first(preview, role));
        }
        lines.addAll(table.lines(INDENT));
        lines.add("");
        List<String> sentences = new ArrayList<>();
        sentences.add("Times from " + Assumptions.times(columns.time()) + "; "
                + (columns.explanation().time().ordered()
                        ? "in order so far."
                        : "not in order: all rows would be sorted by time first."));
        sentences.addAll(Assumptions.whoseSentences(columns));
        sentences.addAll(Assumptions.passedOver(columns.explanation()));
        for (String sentence : sentences) {
            lines.addAll(Text.wrap(Text.visible(sentence), INDENT, terminal.width()));
        }
        return lines;
    }

    private static String label(ColumnExplanation.Role role) {
        return String.valueOf(Assumptions.LABELS.get(role.name()));
    }

    /** What stands first in the column of a role; nothing if it has none. */
    static String first(Preview preview, ColumnExplanation.Role role) {
        List<String> values = role.column() == null
                ? List.of()
                : preview.sample().values(preview.header().indexOf(role.column()));
        if (values.isEmpty()) {
            return "";
        }
        String value = role.name().equals("entity") && preview.columns().masked()
                ? new Mask().apply(values.get(0))
                : values.get(0);
        String shown = Text.visible(value);
        return shown.length() > LONGEST_VALUE ? shown.substring(0, LONGEST_VALUE) + "..." : shown;
    }
}
