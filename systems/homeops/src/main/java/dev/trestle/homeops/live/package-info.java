/** Changes as they happen, for pages that are open. */
@NullMarked
package dev.trestle.homeops.live;

import org.jspecify.annotations.NullMarked;
