/**
 * Many threads at once: what each of them saw has to fit one order of all requests. Start at {@link
 * dev.trestle.conformance.concurrency.LinearisabilityTest}.
 */
@NullMarked
package dev.trestle.conformance.concurrency;

import org.jspecify.annotations.NullMarked;
