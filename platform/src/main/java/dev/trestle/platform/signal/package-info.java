/**
 * Short messages to every server of a fleet.
 *
 * <p>{@link dev.trestle.platform.signal.Signals} is the port; {@link
 * dev.trestle.platform.signal.MemorySignals} serves a single server. Uses the JDK only.
 */
@NullMarked
package dev.trestle.platform.signal;

import org.jspecify.annotations.NullMarked;
