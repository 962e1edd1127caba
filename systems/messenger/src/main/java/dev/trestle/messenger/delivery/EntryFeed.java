package dev.trestle.messenger.delivery;

import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.MessengerKeys;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.signal.Signals;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Brings new entries to every server. The change feed gives each change to one server, which tells
 * all of them by a signal; each server's {@link Hub} reads the entries that it has not delivered
 * yet. The server that stored an entry delivered it at once and told the others ({@link
 * AppendSignals}), so most signals change nothing.
 */
public final class EntryFeed implements AutoCloseable {
  /** The consumer group that follows the table of messages. */
  public static final String GROUP = "messenger-delivery";

  private static final System.Logger LOG = System.getLogger(EntryFeed.class.getName());

  private static final String TOPIC = "messenger.entries";

  /** The most chats in one signal, which must stay short. */
  private static final int CHATS_MAX = 1000;

  /** How long a thread that stores an entry usually takes to deliver it, and more. */
  private static final Duration STORING = Duration.ofMillis(20);

  /** A signal without entries: some may have been missed. */
  private static final byte[] RESYNC = {};

  private final Signals signals;
  private final ChatLogs logs;
  private final Hub hub;
  private final Optional<HeadWatch> heads;
  private final Optional<MemberChatWatch> memberChats;
  private final Signals.Subscription subscription;
  private final Duration storing;
  private volatile boolean isClosed;

  /**
   * Starts listening to the signals of all servers.
   *
   * @param headInterval how often heads are compared, if other servers share the tables
   */
  public EntryFeed(
      Signals signals,
      Store store,
      ChatLogs logs,
      Hub hub,
      InstantSource clock,
      Optional<Duration> headInterval) {
    this(signals, store, logs, hub, clock, headInterval, STORING);
  }

  EntryFeed(
      Signals signals,
      Store store,
      ChatLogs logs,
      Hub hub,
      InstantSource clock,
      Optional<Duration> headInterval,
      Duration storing) {
    this.signals = signals;
    this.logs = logs;
    this.hub = hub;
    this.storing = storing;
    this.heads = headInterval.map(interval -> new HeadWatch(store, hub, interval, this::heardOf));
    this.memberChats = headInterval.map(_ -> new MemberChatWatch(store, hub, clock, this::heardOf));
    this.subscription = signals.subscribe(TOPIC, new FromServers());
    heads.ifPresent(HeadWatch::start);
    memberChats.ifPresent(MemberChatWatch::start);
  }

  private void heardOf(NewEntries entries) {
    var _ = logs.heardOf(entries.chat(), entries.last());
    hub.heardOf(entries);
  }

  /**
   * The feed is often faster than the thread that has just stored an entry here and is about to
   * deliver it. Reading the entry for that would be in vain, so it gets some time.
   */
  private void heardOf(List<NewEntries> all) {
    var beingStored = new ArrayList<NewEntries>();
    for (var entries : all) {
      if (logs.heardOf(entries.chat(), entries.last())) beingStored.add(entries);
      else hub.heardOf(entries);
    }
    if (!beingStored.isEmpty()) Thread.startVirtualThread(() -> heardOfLater(beingStored));
  }

  private void heardOfLater(List<NewEntries> all) {
    try {
      Thread.sleep(storing);
      all.forEach(hub::heardOf);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      if (isClosed) return;
      LOG.log(Level.WARNING, "new entries could not be read", e);
      missed();
    }
  }

  /** Entries may have been missed: compares heads, or lets all clients reconnect and catch up. */
  private void missed() {
    heads.ifPresentOrElse(HeadWatch::lookNow, hub::resync);
    memberChats.ifPresent(MemberChatWatch::passSoon);
  }

  /** Starts following the table, as one of the group. */
  public ChangeFeed.Subscription follow(ChangeFeed feed) {
    return feed.follow(GROUP, Messages.TABLE, ChangeFeed.Start.NOW, new FromTable());
  }

  @Override
  public void close() {
    isClosed = true;
    subscription.close();
    heads.ifPresent(HeadWatch::close);
    memberChats.ifPresent(MemberChatWatch::close);
  }

  /** Looks at the keys of new entries only: what they say is read by those who deliver it. */
  private final class FromTable implements ChangeConsumer {
    /** Changed entries need no signal: an edit is an entry of its own. */
    @Override
    public void changed(List<Change> changes) {
      Map<ChatId, NewEntries> byChat = new LinkedHashMap<>();
      for (var change : changes) {
        if (change.kind() != Change.Kind.INSERT) continue;
        var chat = change.keyPart(Messages.MESSAGE, MessengerKeys.CHAT_ID).orElseThrow();
        long sequence = change.keyPart(Messages.MESSAGE, MessengerKeys.SEQUENCE).orElseThrow();
        byChat.merge(chat, new NewEntries(chat, sequence, sequence), NewEntries::and);
        if (byChat.size() == CHATS_MAX) publish(byChat);
      }
      publish(byChat);
    }

    private void publish(Map<ChatId, NewEntries> byChat) {
      if (!byChat.isEmpty()) signals.publish(TOPIC, NewEntries.write(byChat.values()));
      byChat.clear();
    }

    @Override
    public void gap(String shard) {
      signals.publish(TOPIC, RESYNC);
    }
  }

  private final class FromServers implements Signals.Listener {
    @Override
    public void received(byte[] signal) {
      if (signal.length == RESYNC.length) {
        hub.resync();
      } else {
        read(NewEntries.read(signal));
      }
    }

    /** The tables may be unreachable just now, and nobody tells of these entries again. */
    private void read(List<NewEntries> entries) {
      try {
        heardOf(entries);
      } catch (RuntimeException e) {
        if (isClosed) return;
        LOG.log(Level.WARNING, "new entries could not be read", e);
        EntryFeed.this.missed();
      }
    }

    @Override
    public void missed() {
      EntryFeed.this.missed();
    }
  }
}
