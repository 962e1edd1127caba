/**
 * The web kit of the systems: routes, calls and replies, one error shape, pages from the jar.
 *
 * <p>May use {@code http} and Jackson. Start with {@link dev.trestle.platform.web.Router}, then
 * {@link dev.trestle.platform.web.Site}.
 */
@NullMarked
package dev.trestle.platform.web;

import org.jspecify.annotations.NullMarked;
