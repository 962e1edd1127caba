package dev.trestle.platform.schedule;

/**
 * A recurring job.
 *
 * @param name letters a to z, digits and hyphens
 * @param queue where its jobs go
 * @param payload of each job
 */
public record Recurring(String name, String queue, String payload, Cadence cadence) {}
