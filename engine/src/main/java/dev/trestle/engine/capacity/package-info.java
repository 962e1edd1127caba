/**
 * Measures usage: units, latencies, heat, and a record of each request. Start at {@link
 * dev.trestle.engine.capacity.TableUsage}.
 */
@NullMarked
package dev.trestle.engine.capacity;

import org.jspecify.annotations.NullMarked;
