package dev.trestle.ecobid.model;

/** A saved search. The value is {@code wnt_} and a ULID. */
public record WantedId(String value) {}
