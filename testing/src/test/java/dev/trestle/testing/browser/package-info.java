/** Tests of the browser support: what must fail a test does. */
@NullMarked
package dev.trestle.testing.browser;

import org.jspecify.annotations.NullMarked;
