package dev.trestle.messenger.chat;

import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Counts a member's unread messages: the texts of others above the read watermark, and not from
 * before the member joined. Edits, reactions and one's own texts do not count. A muted chat counts
 * like any other.
 */
final class UnreadMessages {
  /**
   * The most entries that are read to count. Texts after them are counted by their ordinals, with
   * the member's own among them: few people write that much without reading.
   */
  static final int READ_MAX = 1000;

  private final Store store;
  private final ColdEntries cold;

  UnreadMessages(Store store, ColdEntries cold) {
    this.store = store;
    this.cold = cold;
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
    var unread = Unread.NONE;
    var entries = entries(member.chatId(), from, upTo);
    for (var entry : entries) {
      if (isUnread(entry, member)) unread = unread.plus(entry, user);
    }
    if (entries.size() < READ_MAX) return unread;
    long rest = head.orElseThrow().ordinal() - entries.getLast().ordinal();
    return unread.plus(Math.max(0, rest));
  }

  /** The entries after a number, of which the first may be in cold storage. */
  private List<Message> entries(ChatId chat, long from, long upTo) {
    var found =
        store.stream(Messages.AFTER, new Messages.At(chat, from), READ_MAX)
            .takeWhile(entry -> entry.sequence() <= upTo)
            .toList();
    if (found.isEmpty() || found.getFirst().sequence() == from + 1) return found;
    var entries =
        new ArrayList<>(cold.between(chat, from + 1, found.getFirst().sequence(), READ_MAX));
    entries.addAll(found.subList(0, Math.min(found.size(), READ_MAX - entries.size())));
    return entries;
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
