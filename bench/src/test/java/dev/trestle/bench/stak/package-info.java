/** The benchmark itself is seen to run. */
@NullMarked
package dev.trestle.bench.stak;

import org.jspecify.annotations.NullMarked;
