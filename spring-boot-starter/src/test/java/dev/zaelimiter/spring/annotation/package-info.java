/** Tests of the annotation. */
package dev.zaelimiter.spring.annotation;
