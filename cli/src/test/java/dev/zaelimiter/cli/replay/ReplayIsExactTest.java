package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.Json;
import dev.zaelimiter.cli.LimitOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command, with the real engine inside, says what {@link ReferenceModel} says. */
@Tag("same-on-every-jdk")
class ReplayIsExactTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--limit rpm=120/min --limit tpm=200000/min",
                "--limit rpm=120/min --limit tpm=200000/min --expect-output 100",
                "--limit rpm=120/min --limit tpm=200000/min --expect-output 1000 --per-output-token 50ms",
                "--limit rpm=60/min:300",
                "--limit rps=3/s --limit tph=9000000/h:12000000 --per-output-token 0",
                "--limit tpm=5000/min",
                "--limit tpm=6999/7s:7001 --expect-output 30 --per-output-token 1s",
                "--limit tpd=3000000/d --limit rpm=7/13s:50 --expect-output 27"
            })
    void replay_azureTrace_agreesWithTheModel(String options) throws IOException {
        Options parsed = Options.parse(options);
        List<ReferenceModel.Request> requests = new ArrayList<>();
        List<String> lines = Files.readAllLines(ReplayFiles.AZURE);
        long latest = 0;
        for (String line : lines.subList(1, lines.size())) {
            String[] cells = line.split(",");
            long millis = LocalDateTime.parse(cells[0].replace(' ', 'T'))
                    .toInstant(ZoneOffset.UTC)
                    .toEpochMilli();
            latest = Math.max(latest, millis);
            requests.add(parsed.request(latest, "all", Long.parseLong(cells[1]), Long.parseLong(cells[2])));
        }

        assertAgreement(ReplayFiles.AZURE.toString(), options, parsed, requests);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void replay_randomTraffic_agreesWithTheModel(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        String options = randomOptions(random);
        Options parsed = Options.parse(options);
        long longestGap = 1L << random.nextInt(1, 20);
        int users = random.nextInt(1, 5);
        long largest = 1L << random.nextInt(1, 14);
        StringBuilder text = new StringBuilder("time,user,input_tokens,output_tokens\n");
        List<ReferenceModel.Request> requests = new ArrayList<>();
        long now = random.nextLong(2_000_000_000_000L);
        for (int i = 0; i < 3_000; i++) {
            now += random.nextInt(3) == 0 ? 0 : random.nextLong(longestGap);
            String user = "user-" + random.nextInt(users);
            long input = random.nextLong(largest);
            long output = random.nextLong(largest);
            text.append(now)
                    .append(',')
                    .append(user)
                    .append(',')
                    .append(input)
                    .append(',')
                    .append(output)
                    .append('\n');
            requests.add(parsed.request(now, user, input, output));
        }

        assertAgreement(ReplayFiles.write(directory, text.toString()), options + " --time-unit ms", parsed, requests);
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 60);
    }

    private static String randomOptions(SplittableRandom random) {
        StringBuilder options = new StringBuilder();
        String[] names = {"rpm", "rps", "tpm", "tph", "tokens"};
        for (String name : names) {
            if (random.nextInt(3) > 0 || options.isEmpty()) {
                long amount = 1 + random.nextLong(1L << random.nextInt(1, 16));
                long burst = amount + random.nextLong(amount * 2);
                options.append("--limit ")
                        .append(name)
                        .append('=')
                        .append(amount)
                        .append('/');
                options.append(1 + random.nextLong(1L << random.nextInt(1, 12)))
                        .append("s:")
                        .append(burst)
                        .append(' ');
            }
        }
        return options + "--expect-output " + random.nextInt(5_000) + " --per-output-token " + random.nextInt(40)
                + "ms";
    }

    private static void assertAgreement(
            String file, String options, Options parsed, List<ReferenceModel.Request> requests) {
        ReferenceModel model = new ReferenceModel(parsed.limits);
        model.replay(requests);

        List<String> args = new ArrayList<>(List.of("replay", file, "--json"));
        args.addAll(List.of(options.split(" ")));
        CommandRun run = CommandRun.of(args.toArray(String[]::new));

        assertThat(run.err()).isEmpty();
        Map<String, Object> json = Json.object(run.out());
        assertThat(json).as(options).containsAllEntriesOf(model.figures());
        Object waits = json.get("retry_after_ms");
        long longest = waits instanceof Map<?, ?> map ? (Long) map.get("max") : 0;
        assertThat(longest).as(options).isEqualTo(model.longestWait());
        List<?> figures = (List<?>) json.get("limits");
        for (int i = 0; i < figures.size(); i++) {
            Map<?, ?> ofLimit = (Map<?, ?>) figures.get(i);
            assertThat((Long) ofLimit.get("peak_use")).as(options).isEqualTo(Math.round(model.peakUse(i)));
            assertThat((Long) ofLimit.get("debt_ms")).as(options).isEqualTo(Math.round(model.debtMillis(i)));
        }
    }

    /** What the model has to know of the options. */
    private record Options(List<Limit> limits, long expectedOutput, long perOutputTokenMillis) {

        static Options parse(String options) {
            List<String> limits = new ArrayList<>();
            long expectedOutput = 0;
            long perOutputTokenMillis = 20;
            List<String> words = Arrays.asList(options.split(" "));
            for (int i = 0; i < words.size(); i += 2) {
                String value = words.get(i + 1);
                switch (words.get(i)) {
                    case "--limit" -> limits.add(value);
                    case "--expect-output" -> expectedOutput = Long.parseLong(value);
                    default ->
                        perOutputTokenMillis = new DurationText().convert(value).toMillis();
                }
            }
            return new Options(LimitOption.parseAll("--limit", limits), expectedOutput, perOutputTokenMillis);
        }

        ReferenceModel.Request request(long millis, String bucket, long input, long output) {
            List<Long> takes = new ArrayList<>();
            List<Long> totals = new ArrayList<>();
            for (Limit limit : limits) {
                boolean tokens = limit.name().startsWith("t");
                takes.add(tokens ? input + expectedOutput : 1);
                totals.add(tokens ? input + output : 1);
            }
            return new ReferenceModel.Request(millis, bucket, takes, millis + output * perOutputTokenMillis, totals);
        }
    }
}
