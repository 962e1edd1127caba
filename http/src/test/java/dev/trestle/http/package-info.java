/** HTTP as bytes on sockets, against a started server; {@code RawClient} is used by others too. */
@NullMarked
package dev.trestle.http;

import org.jspecify.annotations.NullMarked;
