/** Tests of Web Push, against the example of RFC 8291 and a push service. */
@NullMarked
package dev.trestle.platform.push;

import org.jspecify.annotations.NullMarked;
