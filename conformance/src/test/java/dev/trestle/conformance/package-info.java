/**
 * Tests of the whole engine through its clients: its behaviour operation by operation, random
 * operations compared with a reference, and crashes. Uses {@code dev.trestle.testing}.
 */
@NullMarked
package dev.trestle.conformance;

import org.jspecify.annotations.NullMarked;
