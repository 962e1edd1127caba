package dev.trestle.accounts;

/** Who makes a call, and with which session. */
public record Caller(UserId user, SessionId session) {}
