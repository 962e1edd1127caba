/** A planted fault for each check, and the clean model that it passes. Start with {@code Plant}. */
@NullMarked
package dev.trestle.model.check;

import org.jspecify.annotations.NullMarked;
