package dev.trestle.ecobid.model;

/** Somebody. The value is {@code user_} and a ULID. */
public record UserId(String value) {}
