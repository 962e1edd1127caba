package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Fills numbers that are missing in the log of a chat, as after the loss of a region
 * (docs/decisions/0028). Readers stop before a missing number, so each gets a deleted message of
 * nobody. Numbers stay as they were, because members know entries by them.
 */
public final class LogGaps {
  /** Consecutive numbers of a chat without an entry. */
  public record Gap(ChatId chatId, long first, long last) {
    public Gap {
      if (first < 1 || last < first)
        throw new IllegalArgumentException("gap " + first + "-" + last);
    }

    public long size() {
      return last - first + 1;
    }
  }

  /** The sender of entries in place of lost ones. No user has this id. */
  public static final UserId NOBODY = new UserId("user_00000000000000000000000000");

  private final Store store;
  private final Ids ids;
  private final InstantSource clock;

  public LogGaps(Store store, Ids ids, InstantSource clock) {
    this.store = store;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Fills a gap. Entries that were written in the meantime stay as they are.
   *
   * @return how many numbers were filled
   */
  public long fill(Gap gap) {
    var before = entry(gap.chatId, gap.first - 1);
    var after = entry(gap.chatId, gap.last + 1);
    // Texts are counted. If fewer were lost than entries, some do not count.
    long most = after.map(LogGaps::ordinalBefore).orElse(Long.MAX_VALUE);
    long least = before.map(Message::ordinal).orElse(after.isEmpty() ? 0 : most - gap.size());
    var written = after.or(() -> before).map(Message::createdAt).orElseGet(clock::instant);
    long filled = 0;
    var batch = new ArrayList<Message>();
    for (long sequence = gap.first; sequence <= gap.last; sequence++) {
      long ordinal = Math.max(0, Math.min(least + (sequence - gap.first + 1), most));
      batch.add(deleted(gap.chatId, sequence, ordinal, written));
      if (batch.size() < Messages.BATCH && sequence < gap.last) continue;
      filled += write(batch);
      batch.clear();
    }
    return filled;
  }

  private Optional<Message> entry(ChatId chat, long sequence) {
    if (sequence < 1) return Optional.empty();
    return store.run(Messages.ONE_CONSISTENT, new Messages.At(chat, sequence));
  }

  private static long ordinalBefore(Message entry) {
    return entry.kind() == Kind.text ? entry.ordinal() - 1 : entry.ordinal();
  }

  private int write(List<Message> batch) {
    var entries = new Messages.NewMessages(List.copyOf(batch), List.of());
    return switch (store.run(Messages.SEND, entries)) {
      case TransactionOutcome.Done _ -> batch.size();
      case TransactionOutcome.Refused _ -> 0;
    };
  }

  private Message deleted(ChatId chat, long sequence, long ordinal, Instant written) {
    var id = MessageId.next(ids);
    return new Message(
        chat,
        sequence,
        id,
        NOBODY,
        id.value(),
        "",
        "text/plain",
        written,
        Kind.text,
        ordinal,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(clock.instant()),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
