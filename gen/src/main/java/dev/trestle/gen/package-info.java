/**
 * Seeded generators of random test data, and shrinking of failing values. A value depends on the
 * seed only, so failures can be replayed. Uses the JDK only. Start at {@link
 * dev.trestle.gen.Property}.
 */
@NullMarked
package dev.trestle.gen;

import org.jspecify.annotations.NullMarked;
