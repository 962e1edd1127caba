/** Tests of hashes, against the examples of the standards. */
@NullMarked
package dev.trestle.platform.crypto;

import org.jspecify.annotations.NullMarked;
