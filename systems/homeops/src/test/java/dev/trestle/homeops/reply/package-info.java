/** Tests of how the assistant sounds. */
@NullMarked
package dev.trestle.homeops.reply;

import org.jspecify.annotations.NullMarked;
