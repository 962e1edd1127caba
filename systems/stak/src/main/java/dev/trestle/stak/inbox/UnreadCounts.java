package dev.trestle.stak.inbox;

import java.util.Map;

/**
 * How many messages are unread.
 *
 * @param unseen how many of them came since the user last looked
 */
public record UnreadCounts(long total, Map<String, Long> categories, long unseen) {}
