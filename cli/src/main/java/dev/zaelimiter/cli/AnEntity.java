package dev.zaelimiter.cli;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import picocli.CommandLine.ITypeConverter;

/**
 * Reads an entity's id as a person has it: also one that the format forbids, as {@code ::1}, and one that is encoded.
 */
public final class AnEntity implements ITypeConverter<String> {

    @Override
    public String convert(String typed) {
        try {
            return NameEncoding.ENTITY.parse(typed);
        } catch (InvalidInputException e) {
            // The command knows what else may stand here, and refuses the rest before anything is opened.
            return typed;
        }
    }

    /**
     * An entity as people know it.
     *
     * @param id as it is stored
     * @return what can be typed for it, with nothing in it that steers a terminal
     */
    public static String shown(String id) {
        return Text.visible(NameEncoding.ENTITY.show(id));
    }
}
