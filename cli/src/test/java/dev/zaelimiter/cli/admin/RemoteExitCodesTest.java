package dev.zaelimiter.cli.admin;

import com.sun.net.httpserver.HttpServer;
import dev.zaelimiter.cli.CommandRun;
import dev.zaelimiter.cli.ExitCodesPage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same page, of what lies behind a network (C3: a refused connection and a 503 gave 2). */
class RemoteExitCodesTest {

    private static final String ACCESS_KEY = "aws.accessKeyId";
    private static final String SECRET_KEY = "aws.secretAccessKey";

    @TempDir
    private Path directory;

    @BeforeAll
    static void giveCredentials() {
        System.setProperty(ACCESS_KEY, "local");
        System.setProperty(SECRET_KEY, "local");
    }

    @AfterAll
    static void takeCredentials() {
        System.clearProperty(ACCESS_KEY);
        System.clearProperty(SECRET_KEY);
    }

    private static int plain(List<String> args) {
        return CommandRun.of(args.toArray(String[]::new)).exitCode();
    }

    private static int plain(String args) {
        return plain(List.of(args.split(" ")));
    }

    private static int onTable(String endpoint, String... more) {
        List<String> args = new ArrayList<>(List.of("explain", "key-1", "gpt-4", "--name", "exit-codes"));
        args.addAll(List.of("--region", "us-east-1", "--endpoint-url", endpoint));
        args.addAll(List.of(more));
        return plain(args);
    }

    @Test
    void tables_endAsDocumented() throws Exception {
        Map<String, ExitCodesPage.Situation> all = new LinkedHashMap<>();
        all.put("nothing listens at the endpoint", () -> onTable("http://127.0.0.1:9"));
        all.put("the service answers 503", () -> {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            server.createContext("/", exchange -> {
                exchange.sendResponseHeaders(503, -1);
                exchange.close();
            });
            server.start();
            try {
                return onTable("http://127.0.0.1:" + server.getAddress().getPort());
            } finally {
                server.stop(0);
            }
        });
        all.put("the address has no scheme", () -> onTable("localhost"));
        all.put("the address holds a password", () -> onTable("http://me:secret@127.0.0.1:9"));
        all.put("the region is not known", () -> plain("explain key-1 gpt-4 --name exit-codes --region mars"));
        all.put(
                "the profile is not there",
                () -> onTable("http://127.0.0.1:9", "--profile", "nobody-has-this-profile"));
        ExitCodesPage.says("Tables", all);
    }

    @Test
    void stacks_endAsDocumented() throws Exception {
        Path foreign = Files.writeString(directory.resolve("notes.jar"), "no jar");
        String nobody = " --region eu-west-1 --endpoint-url http://127.0.0.1:9";
        Map<String, ExitCodesPage.Situation> all = new LinkedHashMap<>();
        all.put("`deploy` with a name that AWS refuses", () -> plain("deploy -n my_app" + nobody));
        all.put("`deploy` with a setting that AWS refuses", () -> plain("deploy -n my-app --lambda-memory 1" + nobody));
        all.put("`deploy` where nothing listens", () -> plain("deploy -n my-app" + nobody));
        all.put("`delete` without `--yes` in a script", () -> plain("delete -n my-app" + nobody));
        all.put("`delete` where nothing listens", () -> plain("delete -n my-app --yes" + nobody));
        all.put("`list` where nothing listens", () -> plain("list" + nobody));
        all.put("`cfn-template`", () -> plain("cfn-template"));
        all.put("`lambda-export` of a jar that is not there", () -> plain("lambda-export --function none.jar"));
        all.put("`lambda-export` of a file that is no such jar", () -> plain("lambda-export --function " + foreign));
        ExitCodesPage.says("Stacks", all);
    }
}
