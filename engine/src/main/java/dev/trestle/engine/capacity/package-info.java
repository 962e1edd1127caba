/** Metering: units, latencies, heat, and the record of requests. */
@NullMarked
package dev.trestle.engine.capacity;

import org.jspecify.annotations.NullMarked;
