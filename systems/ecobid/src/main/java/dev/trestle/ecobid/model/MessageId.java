package dev.trestle.ecobid.model;

/** A message about an item. The value is {@code msg_} and a ULID. */
public record MessageId(String value) {}
