/** Tests of what operators see. */
package dev.zaelimiter.spring.observe;
