/**
 * Opens the systems with plain {@code new} and runs them on one port, with console, home page,
 * metrics and the engine's endpoint.
 *
 * <p>Start with {@link dev.trestle.app.server.RunningServer}.
 */
@NullMarked
package dev.trestle.app.server;

import org.jspecify.annotations.NullMarked;
