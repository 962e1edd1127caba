package dev.trestle.http;

/** A header of an answer. */
public record Field(String name, String value) {}
