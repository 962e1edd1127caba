package dev.trestle.messenger.model;

/** One device's login. The value is {@code sess_} and a ULID. */
public record SessionId(String value) {}
