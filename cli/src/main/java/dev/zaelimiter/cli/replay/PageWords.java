package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;

/** What a reader who was sent a page needs to know: where it comes from, and what its words mean. */
final class PageWords {

    private PageWords() {}

    /** Which command made it, when, with which version. */
    static void origin(Html html, Provenance provenance) {
        html.element(
                "p class=\"soft\"",
                "Made on " + Text.at(provenance.millis(), Text.DATE_SECONDS) + " UTC by zae-limiter "
                        + provenance.version() + ", with:");
        html.element("code", provenance.command());
    }

    static void meanings(Html html, Report report) {
        html.raw("<section>").element("h2", "What the words mean").raw("<dl class=\"words\">");
        word(html, "row", "One line of the file, which is one request. It is put to the limits at the time it came.");
        word(
                html,
                "admitted, refused",
                "Each limit had enough left for the row, or at least one had not. Nothing waits.");
        word(
                html,
                "run",
                "Refused rows of one entity on one resource, one after another, with none admitted in between.");
        word(
                html,
                "wait",
                "How long after its refusal a row would have fitted, had nobody else asked. A row that asks for more than"
                        + " a limit ever holds has no wait that ends.");
        word(html, "peak use", "The most that was missing from a full bucket. More than the capacity is debt.");
        word(
                html,
                "debt",
                "Answers that used more than was taken for them leave less than nothing; 'in debt' is how long"
                        + (report.severalBuckets()
                                ? " that lasted, added up over all entities and resources, and so may be longer than"
                                        + " the traffic."
                                : " that lasted."));
        html.raw("</dl></section>\n");
    }

    private static void word(Html html, String word, String meaning) {
        html.element("dt", word).element("dd", meaning);
    }
}
