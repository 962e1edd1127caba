/**
 * A small client of both APIs, over the JDK's HTTP client. May use Jackson by way of the platform's
 * JSON settings, and nothing else of Stak. Start with {@link dev.trestle.stak.client.StakClient}.
 */
@NullMarked
package dev.trestle.stak.client;

import org.jspecify.annotations.NullMarked;
