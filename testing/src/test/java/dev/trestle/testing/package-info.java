/** Tests of what the tests stand on. */
@NullMarked
package dev.trestle.testing;

import org.jspecify.annotations.NullMarked;
