/**
 * The people of the demo: what they have already done when the pages open, and what they go on
 * doing.
 *
 * <p>They come in by the doors that everybody uses, the clients of the systems. Start with {@link
 * dev.trestle.app.demo.Crowd}.
 */
@NullMarked
package dev.trestle.app.demo;

import org.jspecify.annotations.NullMarked;
