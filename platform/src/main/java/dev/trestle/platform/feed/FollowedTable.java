package dev.trestle.platform.feed;

import dev.trestle.model.Table;

/**
 * A table whose changes a system follows.
 *
 * @param group the consumer group: each change reaches one server of the group
 */
public record FollowedTable(String group, Table table) {}
