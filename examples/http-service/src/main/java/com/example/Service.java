package com.example;

import dev.zaelimiter.spring.annotation.RateLimited;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
public class Service {

    public static void main(String[] args) {
        SpringApplication.run(Service.class, args);
    }

    @RestController
    static class Hello {

        @GetMapping("/hello")
        @RateLimited(resource = "hello", entity = "#name", take = "requests=1")
        public String hello(@RequestParam(defaultValue = "you") String name) {
            return "Hello, " + name;
        }
    }
}
