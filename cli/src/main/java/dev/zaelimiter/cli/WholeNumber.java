package dev.zaelimiter.cli;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a whole number; the library alone would say that a text is no long. */
final class WholeNumber<T> implements ITypeConverter<T> {

    private final Function<String, T> reader;

    WholeNumber(Function<String, T> reader) {
        this.reader = reader;
    }

    @Override
    public T convert(String text) {
        try {
            return reader.apply(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + Text.visible(text) + "' is not a whole number, or too large");
        }
    }
}
