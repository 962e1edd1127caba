/**
 * Seeded generators of random test data, and the shrinking of what a property refused. Every value
 * comes from the seed alone, so that a failure replays. Uses the JDK only.
 */
@NullMarked
package dev.trestle.gen;

import org.jspecify.annotations.NullMarked;
