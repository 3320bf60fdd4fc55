package dev.zaelimiter.tests;

/** {@link LegalRanges} in memory, or on the table of a real store. */
class LegalRangesScenariosTest extends LegalRanges {

    @Override
    Fleet open() {
        return new Fleet();
    }
}
