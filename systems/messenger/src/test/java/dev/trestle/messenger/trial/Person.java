package dev.trestle.messenger.trial;

/** Somebody who is logged in. */
record Person(String id, String token) {}
