/** Tests that the benchmarks run. */
@NullMarked
package dev.trestle.bench;

import org.jspecify.annotations.NullMarked;
