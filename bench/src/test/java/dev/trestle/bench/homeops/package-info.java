/** The benchmark itself is seen to run. */
@NullMarked
package dev.trestle.bench.homeops;

import org.jspecify.annotations.NullMarked;
