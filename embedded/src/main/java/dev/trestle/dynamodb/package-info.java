/**
 * DynamoDB's API on the engine. {@code embedded} has the AWS SDK's clients in process, {@code json}
 * reads and writes DynamoDB's JSON, and {@code http}, in the module {@code server}, is the HTTP
 * endpoint. Here is what they share.
 */
@NullMarked
package dev.trestle.dynamodb;

import org.jspecify.annotations.NullMarked;
