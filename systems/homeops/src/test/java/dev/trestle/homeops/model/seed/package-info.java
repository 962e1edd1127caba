/** HomeOps' design as in its two research pages, to show what the checks find in it. */
@NullMarked
package dev.trestle.homeops.model.seed;

import org.jspecify.annotations.NullMarked;
