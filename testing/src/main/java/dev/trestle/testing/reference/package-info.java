/**
 * DynamoDB's tables as plainly as they can be written: sorted maps, indexes computed when they are
 * read, one request at a time. Random tests compare the engine with it, so it shares no code with
 * the engine. Start at {@link dev.trestle.testing.reference.Reference}.
 */
@NullMarked
package dev.trestle.testing.reference;

import org.jspecify.annotations.NullMarked;
