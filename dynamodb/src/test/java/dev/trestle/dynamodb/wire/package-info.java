/** The engine over HTTP: the protocol by itself, and the SDK's own client on a started server. */
@NullMarked
package dev.trestle.dynamodb.wire;

import org.jspecify.annotations.NullMarked;
