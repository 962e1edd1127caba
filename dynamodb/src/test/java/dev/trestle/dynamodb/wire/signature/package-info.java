@NullMarked
package dev.trestle.dynamodb.wire.signature;

import org.jspecify.annotations.NullMarked;
