package dev.zaelimiter.embedded;

/** What a file store has done with a write before it answers. */
public enum Durability {

    /**
     * Handed to the operating system. What was acknowledged survives the end of the process, however it ends, kill -9
     * included; after a power cut or a crash of the operating system the last seconds may be missing, and the file then
     * may be recognised as damaged.
     */
    PROCESS_CRASH,

    /**
     * Brought to the disk, so that it survives a power cut too. Each commit waits for the disk: from about a tenth of a
     * millisecond on a good SSD to 10 ms and more on a rotating disk. Many writes share a commit.
     */
    POWER_LOSS
}
