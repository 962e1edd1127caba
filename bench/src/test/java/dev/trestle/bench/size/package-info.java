/** A short run of the benchmark of size. */
@NullMarked
package dev.trestle.bench.size;

import org.jspecify.annotations.NullMarked;
