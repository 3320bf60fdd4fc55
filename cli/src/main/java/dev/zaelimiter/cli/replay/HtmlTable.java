package dev.zaelimiter.cli.replay;

import java.util.List;

/** A table of a page: the first cell of each row names it. Not thread-safe. */
final class HtmlTable {

    private final Html html;

    private HtmlTable(Html html) {
        this.html = html;
    }

    /** Begins a table. */
    static HtmlTable open(Html html, String caption, List<String> header) {
        html.raw("<div class=\"scroll\" tabindex=\"0\"><table>");
        if (!caption.isEmpty()) {
            html.element("caption", caption);
        }
        html.raw("<thead><tr>");
        for (String name : header) {
            html.element("th scope=\"col\"", name);
        }
        html.raw("</tr></thead><tbody>");
        return new HtmlTable(html);
    }

    /** Begins a row. */
    HtmlTable row(String name) {
        html.raw("<tr>").element("th scope=\"row\"", name);
        return this;
    }

    HtmlTable cell(String text) {
        html.element("td", text);
        return this;
    }

    /** A cell that stands out. */
    HtmlTable chosen(String text) {
        html.element("td class=\"chosen\"", text);
        return this;
    }

    /** A bar of two parts, as shares of the longest one; the figures stand in other cells. */
    HtmlTable bar(double admitted, double refused) {
        html.raw("<td class=\"bar\" aria-hidden=\"true\"><svg viewBox=\"0 0 100 1\" preserveAspectRatio=\"none\">");
        bar("admitted", 0, admitted);
        bar("refused", admitted, refused);
        html.raw("</svg></td>");
        return this;
    }

    HtmlTable end() {
        html.raw("</tr>");
        return this;
    }

    void close() {
        html.raw("</tbody></table></div>");
    }

    private void bar(String style, double start, double share) {
        if (share > 0) {
            html.raw("<rect class=\"" + style + "\" x=\"" + Html.number(start * 100) + "\" width=\""
                    + Html.number(Math.max(0.6, share * 100)) + "\" height=\"1\"/>");
        }
    }
}
