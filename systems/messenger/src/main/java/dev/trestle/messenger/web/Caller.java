package dev.trestle.messenger.web;

import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;

/** Who calls, and from which session. */
record Caller(UserId user, SessionId session) {}
