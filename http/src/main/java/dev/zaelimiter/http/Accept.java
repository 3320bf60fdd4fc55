package dev.zaelimiter.http;

import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code Accept}, as far as one choice needs. Pure; what it reads is bounded. */
final class Accept {

    /** What browsers send is 150 characters long. */
    private static final int LONGEST = 2048;

    private static final Pattern WEIGHT = Pattern.compile("0(\\.[0-9]{0,3})?|1(\\.0{0,3})?");

    private Accept() {}

    /** Whether HTML is wanted more than JSON. */
    static boolean prefersHtml(@Nullable String accept) {
        if (accept == null || accept.length() > LONGEST) {
            return false;
        }
        Best html = new Best();
        Best json = new Best();
        for (String part : accept.toLowerCase(Locale.ROOT).split(",", -1)) {
            String[] pieces = part.split(";", -1);
            String range = pieces[0].trim();
            double weight = weight(pieces);
            switch (range) {
                case "text/html" -> html.see(weight, 3);
                case "text/*" -> html.see(weight, 2);
                case "application/problem+json", "application/json" -> json.see(weight, 3);
                case "application/*" -> json.see(weight, 2);
                case "*/*" -> {
                    html.see(weight, 1);
                    json.see(weight, 1);
                }
                default -> {
                    // Of no interest here.
                }
            }
        }
        return html.weight > json.weight;
    }

    private static double weight(String[] pieces) {
        for (int i = 1; i < pieces.length; i++) {
            String piece = pieces[i].trim();
            if (piece.startsWith("q=")) {
                return parsed(piece.substring(2));
            }
        }
        return 1;
    }

    /** A weight as RFC 9110 has it, 0 to 1 with up to three digits; anything else is 0. */
    private static double parsed(String text) {
        return WEIGHT.matcher(text).matches() ? Double.parseDouble(text) : 0;
    }

    /** The weight of the closest range; of equally close ones the largest. */
    private static final class Best {
        private double weight;
        private int closeness;

        void see(double other, int howClose) {
            if (howClose > closeness || (howClose == closeness && other > weight)) {
                weight = other;
                closeness = howClose;
            }
        }
    }
}
