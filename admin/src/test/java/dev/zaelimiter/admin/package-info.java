/**
 * What administration promises, one class at a time; how its parts work together is tested in the module {@code tests}.
 */
package dev.zaelimiter.admin;
