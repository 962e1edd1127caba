/**
 * Random requests to an engine and to the reference, whose results must be equal. Start at {@link
 * dev.trestle.conformance.random.RandomRequestsTest}.
 */
@NullMarked
package dev.trestle.conformance.random;

import org.jspecify.annotations.NullMarked;
