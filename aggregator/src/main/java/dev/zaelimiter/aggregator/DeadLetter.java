package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeRecord;

/**
 * A change that can't be counted, however often it comes.
 *
 * @param streamShard the shard of the stream that it came from
 * @param record the change, with its images
 * @param reason what is wrong with it, in words
 */
public record DeadLetter(String streamShard, ChangeRecord record, String reason) {

    /**
     * All of it, with both images of the change.
     *
     * @return a line of JSON, without its end
     */
    public String json() {
        return JsonLines.deadLetter(this);
    }
}
