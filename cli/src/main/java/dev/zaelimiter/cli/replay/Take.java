package dev.zaelimiter.cli.replay;

/** What a row takes of one limit. */
sealed interface Take {

    /**
     * The tokens taken before the request.
     *
     * @param row the row
     * @param estimate the estimate of its tokens, where the file has such columns
     * @return whole tokens, 0 to 10^15
     * @throws BrokenRowException if the cell holds anything else
     */
    long amount(RowCells row, long estimate) throws BrokenRowException;

    /**
     * The same for each row.
     *
     * @param amount whole tokens
     */
    record Fixed(long amount) implements Take {
        @Override
        public long amount(RowCells row, long estimate) {
            return amount;
        }
    }

    /**
     * What a column says.
     *
     * @param column the column
     */
    record Exactly(ValuePlace.Column column) implements Take {
        @Override
        public long amount(RowCells row, long estimate) throws BrokenRowException {
            return WholeTokens.parse(column, row);
        }
    }

    /** The estimate, to be settled when the answer is done. */
    record Estimated() implements Take {
        @Override
        public long amount(RowCells row, long estimate) {
            return estimate;
        }
    }
}
