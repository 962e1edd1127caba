/** The inbox against an oracle, and its races. */
@NullMarked
package dev.trestle.stak.inbox;

import org.jspecify.annotations.NullMarked;
