/**
 * Tests of HTTP as bytes on sockets, against a running server. {@code RawClient} is also used by
 * other modules.
 */
@NullMarked
package dev.trestle.http;

import org.jspecify.annotations.NullMarked;
