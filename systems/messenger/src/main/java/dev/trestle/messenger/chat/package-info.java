/**
 * Chats and who is in them, with which role. Everything that changes membership is an entry of the
 * chat's log.
 */
@NullMarked
package dev.trestle.messenger.chat;

import org.jspecify.annotations.NullMarked;
