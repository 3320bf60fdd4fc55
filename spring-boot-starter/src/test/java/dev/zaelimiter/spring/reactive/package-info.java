/** Tests that nothing blocks on the threads of Reactor. */
package dev.zaelimiter.spring.reactive;
