package dev.zaelimiter.infra;

import dev.zaelimiter.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The size of a task of Fargate.
 *
 * @param units of a processor, of which 1024 are one
 * @param megabytes of memory
 */
record FargateSize(int units, int megabytes) {

    /** For each size of processor, the least memory, the most, and the step between. */
    private static final Map<Integer, int[]> MEMORY = new TreeMap<>(Map.of(
            256, new int[] {512, 2048, 512},
            512, new int[] {1024, 4096, 1024},
            1024, new int[] {2048, 8192, 1024},
            2048, new int[] {4096, 16384, 1024},
            4096, new int[] {8192, 30720, 1024},
            8192, new int[] {16384, 61440, 4096},
            16384, new int[] {32768, 122880, 8192}));

    static FargateSize of(int units, int megabytes) {
        int[] memory = MEMORY.get(units);
        if (memory == null) {
            throw new InvalidInputException("cpu", units, "what Fargate knows: " + List.copyOf(MEMORY.keySet()));
        }
        // The smallest processor goes with 512 and 1024 and 2048, but not with 1536.
        boolean odd = units == 256 && megabytes == 1536;
        if (megabytes < memory[0] || megabytes > memory[1] || megabytes % memory[2] != 0 || odd) {
            throw new InvalidInputException(
                    "memory",
                    megabytes,
                    units == 256
                            ? "512, 1024 or 2048 MB beside 256 units of a processor"
                            : memory[0] + " to " + memory[1] + " MB in steps of " + memory[2] + " beside " + units
                                    + " units of a processor");
        }
        return new FargateSize(units, megabytes);
    }
}
