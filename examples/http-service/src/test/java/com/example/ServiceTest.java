package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
class ServiceTest {

    @LocalServerPort
    private int port;

    @Test
    void hello_aFourthTimeInAMinute_is429() throws Exception {
        for (int i = 0; i < 3; i++) {
            assertEquals(200, get().statusCode());
        }
        HttpResponse<String> refused = get();

        assertEquals(429, refused.statusCode());
        assertTrue(refused.headers().firstValueAsLong("Retry-After").orElseThrow() <= 20);
        assertEquals("application/problem+json", refused.headers().firstValue("Content-Type").orElseThrow());
        System.out.println("429, " + refused.body());
    }

    private HttpResponse<String> get() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/hello?name=you"))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }
}
