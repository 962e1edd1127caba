package dev.trestle.bench.messenger;

/** A user with a session. */
record SignedInUser(String userId, String accessToken, String refreshToken, String sessionId) {}
