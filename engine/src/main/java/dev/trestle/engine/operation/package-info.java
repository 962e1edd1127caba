/**
 * One file per API operation, under the API's name: the request, its checks, what it does, the
 * answer. Stands on every other package of the engine. Read {@link
 * dev.trestle.engine.operation.PutItem} first.
 */
@NullMarked
package dev.trestle.engine.operation;

import org.jspecify.annotations.NullMarked;
