package dev.trestle.ecobid.model;

/** A thing that is given away or auctioned. The value is {@code item_} and a ULID. */
public record ItemId(String value) {}
