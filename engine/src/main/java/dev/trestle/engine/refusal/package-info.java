/** The answers other than success that DynamoDB defines. Uses nothing of the engine. */
@NullMarked
package dev.trestle.engine.refusal;

import org.jspecify.annotations.NullMarked;
