/** What the tests of this module need from the inside of the module {@code dynamodb}. */
package dev.zaelimiter.dynamodb;
