/**
 * The AWS SDK's client interfaces, served by the engine in the same process: no HTTP, no JSON, no
 * retries and no credentials. Start at {@link dev.trestle.dynamodb.embedded.Trestle}.
 *
 * <p>{@code …Requests} turn requests into the engine's operations, {@code …Responses} turn results
 * into responses, and {@code SdkExceptions} turns refusals into exceptions of the SDK.
 */
@NullMarked
package dev.trestle.dynamodb.embedded;

import org.jspecify.annotations.NullMarked;
