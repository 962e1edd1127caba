package dev.trestle.store;

/**
 * How many items a count found.
 *
 * @param complete false where it ended at its limit, so that there may be more
 * @param readUnits what counting cost
 */
public record Counted(int items, boolean complete, double readUnits) {}
