package dev.zaelimiter.cli;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads a resource's name as a person has it: also one that the format forbids, as {@code /v1}, and one that is
 * encoded.
 */
public final class AResource implements ITypeConverter<String> {

    @Override
    public String convert(String typed) {
        try {
            return NameEncoding.RESOURCE.parse(typed);
        } catch (InvalidInputException e) {
            // The command knows what else may stand here, and refuses the rest before anything is opened.
            return typed;
        }
    }

    /**
     * A resource as people know it.
     *
     * @param name as it is stored
     * @return what can be typed for it, with nothing in it that steers a terminal
     */
    public static String shown(String name) {
        return Text.visible(NameEncoding.RESOURCE.show(name));
    }
}
