package dev.zaelimiter.embedded.journal;

/** The first bytes of entries and of values. They are in files: a number never changes its meaning. */
final class Entry {

    static final int LAYOUT = 1;
    static final int PUT = 2;
    static final int REMOVE = 3;
    static final int TOKEN = 4;
    static final int TIME = 5;
    static final int FOLLOW = 6;
    static final int NUMBERS = 7;
    static final int DONE = 8;
    static final int EXPIRE = 9;
    static final int AFRESH = 10;
    static final int KEPT = 11;

    static final int NULL = 0;
    static final int FALSE = 1;
    static final int TRUE = 2;
    static final int TEXT = 3;
    static final int DECIMAL = 4;
    static final int SEQUENCE = 5;
    static final int MAPPING = 6;
    static final int TEXT_SET = 7;
    static final int OPAQUE = 8;
    static final int WHOLE = 9;

    private Entry() {}
}
