package dev.zaelimiter.embedded.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * S10: a file of heads that each claim all that follows took quadratic time to check: 4 MB would have taken minutes.
 */
@DisplayName("S10: heads that overlap")
class OverlappingHeadsTest {

    @TempDir
    private Path directory;

    private static byte[] head(long fileId, long number, int length, int content) {
        byte[] head = new byte[BatchHead.SIZE];
        ByteBuffer bytes = ByteBuffer.wrap(head);
        bytes.put(BatchHead.MAGIC)
                .putLong(fileId)
                .putLong(number)
                .putInt(length)
                .putInt(0)
                .putInt(content);
        bytes.putInt(Crc.of(head, 0, BatchHead.SIZE - Integer.BYTES));
        return head;
    }

    @Test
    @Timeout(60)
    void read_headsThatEachClaimAllThatFollows_endsSoon() throws IOException {
        int count = 100_000;
        ByteBuffer made = ByteBuffer.allocate(count * BatchHead.SIZE);
        for (int i = 0; i < count; i++) {
            made.put(head(7, i, (count - 1 - i) * BatchHead.SIZE, i));
        }
        Path file = directory.resolve("made-up");
        Files.write(file, made.array());

        List<Salvage.Gap> gaps = Salvage.read(file, new LateReadingTest.Kept());

        assertThat(gaps).containsExactly(new Salvage.Gap(FileHead.SIZE, (long) count * BatchHead.SIZE));
    }

    @Test
    void partSums_anyPart_areAsIfItWereReadWhole() throws IOException {
        byte[] bytes = new byte[40_000];
        Random random = new Random(5);
        random.nextBytes(bytes);
        Path path = directory.resolve("bytes");
        Files.write(path, bytes);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            PartSums sums = new PartSums(file, bytes.length);
            for (int i = 0; i < 2_000; i++) {
                int from = i % 3 == 0 ? 4096 * random.nextInt(9) : random.nextInt(bytes.length);
                int to = i % 5 == 0 ? bytes.length : from + random.nextInt(bytes.length - from + 1);
                assertThat(sums.of(from, to)).as("%d to %d", from, to).isEqualTo(Crc.of(bytes, from, to));
            }
        }
    }

    @Test
    void followedBy_lengthsOfWholeFiles_isWhatTheSumOfZerosSays() {
        byte[] zeros = new byte[1 << 20];
        byte[] one = {1};
        // Zeros that follow change a sum of a and b in the part of a alone.
        byte[] both = new byte[1 + zeros.length];
        both[0] = 1;
        assertThat(Crc.followedBy(Crc.of(one, 0, 1), zeros.length) ^ Crc.of(zeros, 0, zeros.length))
                .isEqualTo(Crc.of(both, 0, both.length));
    }
}
