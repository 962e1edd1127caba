/**
 * A reference implementation of DynamoDB's tables, as simple as possible: sorted maps, indexes
 * computed on read, one request at a time. Random tests compare the engine with it, so it shares no
 * code with the engine. Start at {@link dev.trestle.testing.reference.ReferenceEngine}.
 */
@NullMarked
package dev.trestle.testing.reference;

import org.jspecify.annotations.NullMarked;
