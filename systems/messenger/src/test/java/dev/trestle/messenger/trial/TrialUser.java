package dev.trestle.messenger.trial;

/** A signed-in user. */
record TrialUser(String id, String token) {}
