package dev.zaelimiter.embedded;

/** What a file store has done since it was opened. Immutable. */
public final class FileStoreStatistics {

    private final long commits;
    private final long bytesWritten;
    private final long fileLength;
    private final long rewrites;

    FileStoreStatistics(long commits, long bytesWritten, long fileLength, long rewrites) {
        this.commits = commits;
        this.bytesWritten = bytesWritten;
        this.fileLength = fileLength;
        this.rewrites = rewrites;
    }

    /**
     * How many batches were acknowledged.
     *
     * @return a count
     */
    public long commits() {
        return commits;
    }

    /**
     * How much was written, that for writing the file anew included.
     *
     * @return bytes
     */
    public long bytesWritten() {
        return bytesWritten;
    }

    /**
     * How long the file is.
     *
     * @return bytes
     */
    public long fileLength() {
        return fileLength;
    }

    /**
     * How often the file was written anew, to be rid of its history.
     *
     * @return a count
     */
    public long rewrites() {
        return rewrites;
    }
}
