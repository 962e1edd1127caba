package dev.trestle.stak.inbox;

import java.util.Map;

/** How much is unread. */
public record Unread(long total, Map<String, Long> categories, long unseen) {}
