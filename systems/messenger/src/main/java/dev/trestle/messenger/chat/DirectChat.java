package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.Chats.Chat;

/**
 * The direct chat of two users.
 *
 * @param existed whether it existed before it was asked for
 */
public record DirectChat(Chat chat, boolean existed) {}
