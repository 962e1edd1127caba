/**
 * Hashes and keyed hashes.
 *
 * <p>Uses the JDK only.
 */
@NullMarked
package dev.trestle.platform.crypto;

import org.jspecify.annotations.NullMarked;
