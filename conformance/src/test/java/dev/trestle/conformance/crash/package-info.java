/**
 * An engine in a process of its own, killed under load, opened again and looked over. Start at
 * {@link dev.trestle.conformance.crash.CrashTest}.
 */
@NullMarked
package dev.trestle.conformance.crash;

import org.jspecify.annotations.NullMarked;
