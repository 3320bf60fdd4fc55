package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;

/** What is proposed, and what else could be. */
final class PageSuggestion {

    private PageSuggestion() {}

    static void write(Html html, Suggestion suggestion) {
        html.raw("<section>").element("h2", "Suggested limits");
        html.element("p", SuggestionText.verdict(suggestion));
        html.element("code", SuggestionText.options(suggestion));
        html.raw("<div class=\"two\">");
        for (Suggestion.OfLimit limit : suggestion.limits()) {
            List<String> header = new ArrayList<>(List.of("burst"));
            limit.shares().forEach(share -> header.add(SuggestionText.share(share) + " refused"));
            HtmlTable table = HtmlTable.open(html, SuggestionText.caption(limit), header);
            for (List<Suggestion.Choice> ofBurst : limit.choices()) {
                table.row(SuggestionText.burst(ofBurst.get(0)));
                for (Suggestion.Choice choice : ofBurst) {
                    String amount = Text.count(choice.limit().refillAmount());
                    if (choice.equals(limit.proposed())) {
                        table.chosen(amount);
                    } else {
                        table.cell(amount);
                    }
                }
                table.end();
            }
            table.close();
        }
        html.raw("</div></section>\n");
    }
}
