/** The engine over HTTP: the protocol on its own, and the SDK's client against a running server. */
@NullMarked
package dev.trestle.dynamodb.http;

import org.jspecify.annotations.NullMarked;
