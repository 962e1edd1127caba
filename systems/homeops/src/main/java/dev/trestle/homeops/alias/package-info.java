/** The words a chat uses for activities. */
@NullMarked
package dev.trestle.homeops.alias;

import org.jspecify.annotations.NullMarked;
