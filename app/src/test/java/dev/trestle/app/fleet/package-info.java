/** Tests of the processes of a fleet. */
@NullMarked
package dev.trestle.app.fleet;

import org.jspecify.annotations.NullMarked;
