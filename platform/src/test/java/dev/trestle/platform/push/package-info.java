/** Tests of hashes, against the examples of the standards. */
@NullMarked
package dev.trestle.platform.push;

import org.jspecify.annotations.NullMarked;
