package dev.trestle.messenger.model;

/** A person's account. The value is {@code user_} and a ULID. */
public record UserId(String value) {}
