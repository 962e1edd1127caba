/**
 * The engine with more data than its caches hold. Start at {@link
 * dev.trestle.bench.size.SizeBench}.
 */
@NullMarked
package dev.trestle.bench.size;

import org.jspecify.annotations.NullMarked;
