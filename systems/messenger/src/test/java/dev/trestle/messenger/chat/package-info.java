/** Groups that are made, and what a crash leaves of them. */
@NullMarked
package dev.trestle.messenger.chat;

import org.jspecify.annotations.NullMarked;
