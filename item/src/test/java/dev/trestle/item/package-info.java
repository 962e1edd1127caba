/** Properties of values and items, compared with computations that share no code with them. */
@NullMarked
package dev.trestle.item;

import org.jspecify.annotations.NullMarked;
