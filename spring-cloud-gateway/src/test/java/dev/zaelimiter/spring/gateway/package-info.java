/** Tests of the filter of gateways. */
package dev.zaelimiter.spring.gateway;
