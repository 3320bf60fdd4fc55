/** Tests of limits of language models from properties. */
package dev.zaelimiter.spring.models;
