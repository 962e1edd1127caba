/** The SDK's clients in-process: conversions, failures, and the SDK's own tools on top of them. */
@NullMarked
package dev.trestle.dynamodb.embedded;

import org.jspecify.annotations.NullMarked;
