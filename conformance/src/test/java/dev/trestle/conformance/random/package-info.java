/**
 * Random requests to an engine and to the plain reference: the answers have to be equal. Start at
 * {@link dev.trestle.conformance.random.RandomRequestsTest}.
 */
@NullMarked
package dev.trestle.conformance.random;

import org.jspecify.annotations.NullMarked;
