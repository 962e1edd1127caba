package dev.trestle.ecobid.model;

/** One bid. The value is {@code bid_} and a ULID. */
public record BidId(String value) {}
