package dev.trestle.messenger.model;

/** A conversation of two or of a group. The value is {@code chat_} and a ULID. */
public record ChatId(String value) {}
