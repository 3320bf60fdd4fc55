/** What the tests of this module need from the inside of the command {@code replay}. */
package dev.zaelimiter.cli.replay;
