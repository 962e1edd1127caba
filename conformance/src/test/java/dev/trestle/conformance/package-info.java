/**
 * Tests of the whole engine through its faces: its behaviour operation by operation, random
 * operations against a plain reference, and crashes. Uses {@code dev.trestle.testing} and what that
 * brings.
 */
@NullMarked
package dev.trestle.conformance;

import org.jspecify.annotations.NullMarked;
