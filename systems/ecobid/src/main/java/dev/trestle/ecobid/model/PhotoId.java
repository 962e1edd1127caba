package dev.trestle.ecobid.model;

/**
 * The id of a photo, whether or not it belongs to an item yet. The value is {@code pho_} and a
 * ULID.
 */
public record PhotoId(String value) {}
