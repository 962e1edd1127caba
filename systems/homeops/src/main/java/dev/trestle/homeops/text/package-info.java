/** FoldedWords of messages without their dots and accents, as people type them on any keyboard. */
@NullMarked
package dev.trestle.homeops.text;

import org.jspecify.annotations.NullMarked;
