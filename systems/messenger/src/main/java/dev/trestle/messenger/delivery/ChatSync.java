package dev.trestle.messenger.delivery;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatHistory;
import dev.trestle.messenger.message.ChatHistory.HistoryPage;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import java.util.Optional;

/** Reads what a client has missed in a chat. */
public final class ChatSync {
  private static final int ENTRIES = 100;
  private static final int ENTRIES_MAX = 500;

  private final ChatAccess access;
  private final ChatHistory history;
  private final Watermarks watermarks;

  /**
   * Entries that follow each other.
   *
   * @param after the number of the entry before them
   */
  public record MissedEntries(ChatId chat, long after, HistoryPage page) {
    /** The number of the last entry that the client knows with these. */
    public long last() {
      return page.entries().isEmpty() ? after : page.entries().getLast().sequence();
    }
  }

  public ChatSync(ChatAccess access, ChatHistory history, Watermarks watermarks) {
    this.access = access;
    this.history = history;
    this.watermarks = watermarks;
  }

  /**
   * Reads the entries after a number, or after those that the user's devices have received.
   *
   * @throws Refusal.NotAMember whether or not the chat exists
   * @throws Refusal.InvalidField for a negative number, or a limit that is out of range
   */
  public MissedEntries read(
      ChatId chat, UserId user, Optional<Long> afterSequence, Optional<Integer> limit) {
    int entries = limit.orElse(ENTRIES);
    if (entries < 1 || entries > ENTRIES_MAX) {
      throw new Refusal.InvalidField("limit", "Use 1 to 500.");
    }
    var member = access.member(chat, user);
    long after =
        afterSequence.orElseGet(
            () -> watermarks.find(member).map(DeliveryState::lastAckedSequence).orElse(0L));
    if (after < 0) {
      throw new Refusal.InvalidField("after_sequence", "This is not a sequence number.");
    }
    return new MissedEntries(chat, after, history.after(member, after, entries));
  }
}
