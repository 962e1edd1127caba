/**
 * Simulates the load of a design against DynamoDB's throughput limits, in virtual time and without
 * items: what is throttled, what auto scaling does, what it costs, and where the design breaks
 * first. Start at {@link dev.trestle.design.simulate.LoadSimulation}.
 */
@NullMarked
package dev.trestle.design.simulate;

import org.jspecify.annotations.NullMarked;
