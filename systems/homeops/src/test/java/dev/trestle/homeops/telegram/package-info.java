/** Tests over HTTP, in both directions. */
@NullMarked
package dev.trestle.homeops.telegram;

import org.jspecify.annotations.NullMarked;
