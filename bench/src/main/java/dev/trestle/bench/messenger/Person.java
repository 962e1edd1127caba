package dev.trestle.bench.messenger;

/** Somebody who is logged in. */
record Person(String userId, String accessToken, String refreshToken, String sessionId) {}
