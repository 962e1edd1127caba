/**
 * The multi-tenant inbox. {@link dev.trestle.stak.Stak} is all that a program wires; its packages
 * are by noun, from {@code model} (the table) to {@code web} (the APIs).
 */
@NullMarked
package dev.trestle.stak;

import org.jspecify.annotations.NullMarked;
