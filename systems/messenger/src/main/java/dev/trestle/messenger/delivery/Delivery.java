package dev.trestle.messenger.delivery;

import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells of every entry that was stored. Most were told at once by their sender; those of a sender
 * that died, or that sits on another machine, are told by this.
 */
public final class Delivery implements ChangeConsumer {
  private final Log log;
  private final Hub hub;

  public Delivery(Log log, Hub hub) {
    this.log = log;
    this.hub = hub;
  }

  /** A changed entry is an edited one: what changed it is an entry of its own. */
  @Override
  public void changed(List<Change> changes) {
    Map<ChatId, List<Message>> byChat = new LinkedHashMap<>();
    for (var change : changes) {
      if (change.kind() != Change.Kind.INSERT) continue;
      change
          .after(Messages.MESSAGE)
          .ifPresent(
              entry -> byChat.computeIfAbsent(entry.chatId(), _ -> new ArrayList<>()).add(entry));
    }
    byChat.forEach((chat, entries) -> {
      entries.sort(Comparator.comparingLong(Message::sequence));
      log.saw(chat, entries.getLast().sequence());
      hub.appended(entries);
    });
  }

  /** Nobody knows what was missed: everybody comes again and catches up. */
  @Override
  public void gap(String shard) {
    hub.startOver();
  }
}
