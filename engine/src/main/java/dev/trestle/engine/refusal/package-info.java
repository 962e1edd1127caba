/**
 * The errors that DynamoDB defines. Uses no other package of the engine. Start at {@link
 * dev.trestle.engine.refusal.Refusal}.
 */
@NullMarked
package dev.trestle.engine.refusal;

import org.jspecify.annotations.NullMarked;
