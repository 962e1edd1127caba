/** Tests of how times are read. */
@NullMarked
package dev.trestle.homeops.time;

import org.jspecify.annotations.NullMarked;
