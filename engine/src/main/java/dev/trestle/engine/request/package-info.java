/**
 * The parts of requests: the parameters of table operations, return options, names and ARNs, and
 * digests. Uses table, refusal and item. Start at {@link
 * dev.trestle.engine.request.TableParameters}.
 */
@NullMarked
package dev.trestle.engine.request;

import org.jspecify.annotations.NullMarked;
