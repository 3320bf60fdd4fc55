/**
 * Who calls, by address: {@link dev.zaelimiter.http.address.ClientAddresses} makes an entity of what a connection and
 * its proxies say. Pure; no name is ever looked up.
 *
 * <p>{@code Hops} reads the fields of proxies from the right, since only the right end was written by somebody who is
 * trusted, and reads no further than it must. {@code IpAddress} and {@code IpNetwork} are values.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.zaelimiter.http.address;

import org.jspecify.annotations.NullMarked;
