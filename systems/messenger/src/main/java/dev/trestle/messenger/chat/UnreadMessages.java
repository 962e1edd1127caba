package dev.trestle.messenger.chat;

import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * Counts a member's unread messages: the texts of others above the read watermark, and not from
 * before the member joined. Edits, reactions and one's own texts do not count. A muted chat counts
 * like any other.
 */
final class UnreadMessages {
  /** The most entries that are read to count. Beyond that the count stays what it was by then. */
  private static final int READ_MAX = 1000;

  private final Store store;

  UnreadMessages(Store store) {
    this.store = store;
  }

  /**
   * The unread messages up to the head.
   *
   * @param last the newest text, if the member may see it
   */
  Unread of(
      Membership member,
      Optional<ChatCounter> head,
      Optional<Message> last,
      Optional<DeliveryState> state) {
    long texts = head.map(ChatCounter::ordinal).orElse(0L) - readOrdinal(member, state);
    if (texts <= 0) return Unread.NONE;
    var user = member.userId();
    if (texts == 1 && last.isPresent()) {
      return isUnread(last.get(), member) ? Unread.NONE.plus(last.get(), user) : Unread.NONE;
    }
    long upTo = head.orElseThrow().sequenceCounter();
    long from = Math.max(lastRead(state), member.joinedSequence() - 1);
    var entries =
        store.stream(Messages.AFTER, new Messages.At(member.chatId(), from), READ_MAX)
            .takeWhile(entry -> entry.sequence() <= upTo)
            .filter(entry -> isUnread(entry, member))
            .iterator();
    var unread = Unread.NONE;
    while (entries.hasNext()) unread = unread.plus(entries.next(), user);
    return unread;
  }

  static long lastRead(Optional<DeliveryState> state) {
    return state.map(DeliveryState::lastReadSequence).orElse(0L);
  }

  private static long readOrdinal(Membership member, Optional<DeliveryState> state) {
    return Math.max(member.joinedOrdinal(), state.map(DeliveryState::lastReadOrdinal).orElse(0L));
  }

  private static boolean isUnread(Message entry, Membership member) {
    return entry.kind() == Kind.text && !entry.senderId().equals(member.userId());
  }
}
