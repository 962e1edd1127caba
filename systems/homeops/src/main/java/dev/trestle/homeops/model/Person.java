package dev.trestle.homeops.model;

/**
 * Somebody who may be a member of several households.
 *
 * @param id what the source calls them
 */
public record Person(Source source, String id) {}
