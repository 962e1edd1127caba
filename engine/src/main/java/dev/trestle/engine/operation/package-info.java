/**
 * One file per API operation, with the API's name: the request, its checks, what it does and its
 * result. What operations share is in {@code check}, {@code schema}, {@code execution} and {@code
 * statement}. Start at {@link dev.trestle.engine.operation.PutItem}.
 */
@NullMarked
package dev.trestle.engine.operation;

import org.jspecify.annotations.NullMarked;
