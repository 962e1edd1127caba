/** Tests of the test support. */
@NullMarked
package dev.trestle.testing;

import org.jspecify.annotations.NullMarked;
