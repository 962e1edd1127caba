/**
 * The engine's two faces: {@code embedded}, the clients of the AWS SDK in-process, and {@code
 * wire}, the HTTP endpoint. Uses the engine, the SDK, jackson-core and Helidon.
 */
@NullMarked
package dev.trestle.dynamodb;

import org.jspecify.annotations.NullMarked;
