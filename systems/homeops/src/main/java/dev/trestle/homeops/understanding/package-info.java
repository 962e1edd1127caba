/**
 * Extracts the meaning of a message: which chores and which rest, by whom and when, and what is
 * promised, asked or corrected. {@link dev.trestle.homeops.understanding.Understanding} is the
 * port; the implementation in {@code embedded} needs nothing from outside.
 */
@NullMarked
package dev.trestle.homeops.understanding;

import org.jspecify.annotations.NullMarked;
