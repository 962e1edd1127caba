/**
 * Kills an engine in its own process under load, opens the data again and verifies it. Start at
 * {@link dev.trestle.conformance.crash.CrashTest}.
 */
@NullMarked
package dev.trestle.conformance.crash;

import org.jspecify.annotations.NullMarked;
