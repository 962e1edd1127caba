package dev.trestle.platform.schedule;

/**
 * Work that recurs.
 *
 * @param name letters a to z, digits and hyphens
 * @param queue where its jobs go
 * @param payload what each of them carries
 */
public record Recurring(String name, String queue, String payload, Cadence cadence) {}
