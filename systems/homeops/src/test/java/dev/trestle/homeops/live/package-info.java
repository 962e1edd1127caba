/** Tests of the changes that open pages are told of. */
@NullMarked
package dev.trestle.homeops.live;

import org.jspecify.annotations.NullMarked;
