package dev.trestle.ecobid.model;

/** The id of a notification: {@code ntf_} and a ULID. */
public record NotificationId(String value) {}
