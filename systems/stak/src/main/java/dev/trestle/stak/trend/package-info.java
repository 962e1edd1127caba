/**
 * What was sent, delivered and read, by day. May use {@code model} and the store. Start with {@link
 * dev.trestle.stak.trend.TrendReader}.
 */
@NullMarked
package dev.trestle.stak.trend;

import org.jspecify.annotations.NullMarked;
