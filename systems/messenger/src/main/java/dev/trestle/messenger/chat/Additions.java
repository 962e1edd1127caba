package dev.trestle.messenger.chat;

import dev.trestle.accounts.UserId;
import java.util.List;

/**
 * What became of users who were to be added to a group.
 *
 * @param added those who are members now and were not before
 * @param invited those who have an invitation that they have not answered
 */
public record Additions(List<UserId> added, List<UserId> invited) {}
