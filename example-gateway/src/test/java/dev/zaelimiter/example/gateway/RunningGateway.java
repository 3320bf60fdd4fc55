package dev.zaelimiter.example.gateway;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The gateway on a free port, and a client of it. */
final class RunningGateway implements AutoCloseable {

    private final ConfigurableApplicationContext application;
    private final HttpClient client = HttpClient.newHttpClient();

    private RunningGateway(ConfigurableApplicationContext application) {
        this.application = application;
    }

    static RunningGateway start(String... properties) {
        List<String> all = new ArrayList<>(List.of(properties));
        all.add("--server.port=0");
        return new RunningGateway(SpringApplication.run(Gateway.class, all.toArray(String[]::new)));
    }

    URI at(String path) {
        int port = ((WebServerApplicationContext) application).getWebServer().getPort();
        return URI.create("http://127.0.0.1:" + port + path);
    }

    HttpResponse<String> get(String path) throws Exception {
        return client.send(HttpRequest.newBuilder(at(path)).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> post(String key, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(at("/v1/chat/completions"))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    HttpResponse<String> ask(String key, String question, boolean streamed) throws Exception {
        return post(
                key,
                "{\"model\":\"stand-in\",\"stream\":" + streamed + ",\"max_tokens\":200,"
                        + "\"messages\":[{\"role\":\"user\",\"content\":\"" + question + "\"}]}");
    }

    JsonNode state() throws Exception {
        return JsonMapper.shared().readTree(get("/api/state").body());
    }

    /** What an entity has used of a limit. */
    long used(String entity, String limit) throws Exception {
        for (JsonNode account : state().get("accounts")) {
            for (JsonNode balance : account.get("balances")) {
                if (account.get("entity").asString().equals(entity)
                        && balance.get("name").asString().equals(limit)) {
                    return balance.get("capacity").asLong()
                            - balance.get("available").asLong()
                            + balance.get("debt").asLong();
                }
            }
        }
        throw new AssertionError("no " + limit + " of " + entity);
    }

    @Override
    public void close() {
        application.close();
    }
}
