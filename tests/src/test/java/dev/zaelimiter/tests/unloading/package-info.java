/** An application that is stopped and started again within one JVM: what it leaves behind. */
package dev.zaelimiter.tests.unloading;
