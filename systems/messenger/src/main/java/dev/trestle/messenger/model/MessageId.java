package dev.trestle.messenger.model;

/** A message, unique everywhere. The value is {@code msg_} and a ULID. */
public record MessageId(String value) {}
