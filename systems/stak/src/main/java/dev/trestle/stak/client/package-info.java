/**
 * A small client of both APIs, on the JDK's HTTP client. May use the platform's JSON, and nothing
 * else of Stak. Start with {@link dev.trestle.stak.client.StakClient}.
 */
@NullMarked
package dev.trestle.stak.client;

import org.jspecify.annotations.NullMarked;
