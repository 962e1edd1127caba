package dev.trestle.ecobid.model;

/** Somebody's claim on an item. The value is {@code res_} and a ULID. */
public record ReservationId(String value) {}
