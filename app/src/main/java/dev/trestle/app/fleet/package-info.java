/**
 * Several servers on this machine with everything between and in front of them, for trying out and
 * for trials. Start with {@link dev.trestle.app.fleet.LocalFleet}.
 */
@NullMarked
package dev.trestle.app.fleet;

import org.jspecify.annotations.NullMarked;
