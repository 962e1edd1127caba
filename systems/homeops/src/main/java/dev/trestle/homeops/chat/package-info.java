/** The port to the chats, and the chat of the web page. */
@NullMarked
package dev.trestle.homeops.chat;

import org.jspecify.annotations.NullMarked;
