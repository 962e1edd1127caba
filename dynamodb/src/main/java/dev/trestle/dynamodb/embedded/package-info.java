/**
 * The engine in the caller's own process, behind the interfaces of the AWS SDK: no HTTP, no JSON,
 * no retries and no credentials in between. Start at {@link dev.trestle.dynamodb.embedded.Trestle}.
 *
 * <p>Requests become the engine's operations ({@code …Requests}), its answers become responses
 * ({@code …Answers}), and all that goes wrong becomes an exception of the SDK in {@code Failures}.
 */
@NullMarked
package dev.trestle.dynamodb.embedded;

import org.jspecify.annotations.NullMarked;
