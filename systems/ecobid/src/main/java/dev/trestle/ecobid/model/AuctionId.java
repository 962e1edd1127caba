package dev.trestle.ecobid.model;

/** The auction of one item. The value is {@code auc_} and a ULID. */
public record AuctionId(String value) {}
