package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.Chats.Chat;

/**
 * A chat that somebody asked for.
 *
 * @param existed it was there before
 */
public record Opened(Chat chat, boolean existed) {}
