package dev.trestle.ecobid.model;

/** The id of a reservation: {@code res_} and a ULID. */
public record ReservationId(String value) {}
