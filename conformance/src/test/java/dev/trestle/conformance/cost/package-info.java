/**
 * Compares the capacity that the model predicts with what the engine consumes. Uses {@code testing}
 * and {@code model}. Start at {@code PredictedCapacityProperties}.
 */
@NullMarked
package dev.trestle.conformance.cost;

import org.jspecify.annotations.NullMarked;
