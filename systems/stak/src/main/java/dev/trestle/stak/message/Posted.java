package dev.trestle.stak.message;

/** What the sender is told. */
public record Posted(String id, long estimateRecipient) {}
