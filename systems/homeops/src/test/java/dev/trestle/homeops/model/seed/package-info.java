/** HomeOps' design as its two research pages write it, to show what the checks find in it. */
@NullMarked
package dev.trestle.homeops.model.seed;

import org.jspecify.annotations.NullMarked;
