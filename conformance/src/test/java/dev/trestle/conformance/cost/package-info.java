/**
 * What the model predicts that requests cost, beside what the engine says they cost. Start with
 * {@code PredictedCapacityProperties}. Uses {@code testing} and {@code model}.
 */
@NullMarked
package dev.trestle.conformance.cost;

import org.jspecify.annotations.NullMarked;
