/**
 * Many threads at once: what they saw must be consistent with one order of all requests. Start at
 * {@link dev.trestle.conformance.concurrency.LinearisabilityTest}.
 */
@NullMarked
package dev.trestle.conformance.concurrency;

import org.jspecify.annotations.NullMarked;
