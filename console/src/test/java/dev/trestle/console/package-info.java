/** Tests of the console on a real engine, over HTTP. */
@NullMarked
package dev.trestle.console;

import org.jspecify.annotations.NullMarked;
