/** Tests of groups, including crashes while they are created. */
@NullMarked
package dev.trestle.messenger.chat;

import org.jspecify.annotations.NullMarked;
