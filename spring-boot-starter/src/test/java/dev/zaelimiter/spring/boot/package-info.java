/** Tests of the starter. */
package dev.zaelimiter.spring.boot;
