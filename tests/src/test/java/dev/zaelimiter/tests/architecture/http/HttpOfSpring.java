package dev.zaelimiter.tests.architecture.http;

import org.springframework.http.HttpHeaders;

/** Violates: Spring and servlets are known to what is made for them. */
public final class HttpOfSpring {

    HttpHeaders headers;
}
