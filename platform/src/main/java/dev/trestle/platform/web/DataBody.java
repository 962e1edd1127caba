package dev.trestle.platform.web;

/** A reply with one view: {@code {"data": {…}}}. */
public record DataBody<T>(T data) {}
