package dev.zaelimiter.cli.replay;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** In what a number since 1970 counts. */
enum EpochUnit {
    SECONDS("s"),
    MILLIS("ms"),
    MICROS("us"),
    NANOS("ns");

    /** March 1973: a number that reads as an earlier instant is more likely none. */
    static final long FIRST_INSTANT_MILLIS = 100_000_000_000L;

    private static final long FIRST_MILLIS = 100_000_000_000L;
    private static final long FIRST_MICROS = 100_000_000_000_000L;
    private static final long FIRST_NANOS = 100_000_000_000_000_000L;

    private final String symbol;

    EpochUnit(String symbol) {
        this.symbol = symbol;
    }

    /** The unit in which a number would mean a time between 1973 and 5138; smaller ones are seconds. */
    static EpochUnit guess(long number) {
        if (number < FIRST_MILLIS) {
            return SECONDS;
        }
        if (number < FIRST_MICROS) {
            return MILLIS;
        }
        return number < FIRST_NANOS ? MICROS : NANOS;
    }

    /**
     * An instant, in milliseconds since 1970, rounded down.
     *
     * @param whole the number without its decimals, not negative
     * @param thousandths the first three decimals
     */
    long millis(long whole, int thousandths) {
        return switch (this) {
            case SECONDS -> whole > TimeParser.END_MILLIS ? TimeParser.END_MILLIS : whole * 1_000 + thousandths;
            case MILLIS -> whole;
            case MICROS -> whole / 1_000;
            case NANOS -> whole / 1_000_000;
        };
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Reads the name or the symbol of a unit. */
    static final class Converter implements ITypeConverter<EpochUnit> {

        @Override
        public EpochUnit convert(String value) {
            for (EpochUnit unit : values()) {
                if (value.equalsIgnoreCase(unit.symbol) || value.equalsIgnoreCase(unit.name())) {
                    return unit;
                }
            }
            throw new TypeConversionException(
                    "'" + value + "' is not allowed. Allowed: seconds, millis, micros, nanos (or s, ms, us, ns)");
        }
    }
}
