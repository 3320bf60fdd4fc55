/** Tests of routes from properties. */
package dev.zaelimiter.spring.routes;
