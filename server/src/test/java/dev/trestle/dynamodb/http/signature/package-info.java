@NullMarked
package dev.trestle.dynamodb.http.signature;

import org.jspecify.annotations.NullMarked;
