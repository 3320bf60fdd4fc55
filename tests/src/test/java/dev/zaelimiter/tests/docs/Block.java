package dev.zaelimiter.tests.docs;

import java.util.List;

/**
 * A fenced block.
 *
 * @param page the file that it stands in
 * @param line the line of its opening fence, counted from 1
 * @param language the first word after the fence; empty if there is none
 * @param flags the words after that
 * @param lines what is between the fences
 */
record Block(String page, int line, String language, List<String> flags, List<String> lines) {

    /** The line in the file of a line in the block, which is counted from 1. */
    int lineInPage(int lineInBlock) {
        return line + lineInBlock;
    }

    Problem problem(int lineInBlock, String what) {
        return new Problem(page, lineInPage(lineInBlock), what);
    }

    String where() {
        return page + ":" + line;
    }
}
