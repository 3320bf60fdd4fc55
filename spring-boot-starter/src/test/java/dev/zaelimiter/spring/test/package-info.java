/** Tests of the slice for tests. */
package dev.zaelimiter.spring.test;
