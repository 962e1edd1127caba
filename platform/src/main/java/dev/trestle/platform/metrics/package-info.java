/**
 * For operators' tools: metrics for Prometheus, health, and a JSON log line for each request.
 *
 * <p>May use {@code platform.web}, {@code store} and Micrometer. Start with {@link
 * dev.trestle.platform.metrics.Metrics}.
 */
@NullMarked
package dev.trestle.platform.metrics;

import org.jspecify.annotations.NullMarked;
