package dev.trestle.messenger.push;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.feed.Change;
import dev.trestle.platform.feed.ChangeConsumer;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Follows the messages of all servers, and enqueues a push for each device of a member who has no
 * socket and wants to hear of them. Each message is seen by one server of the group, and again if
 * that one dies, so none is forgotten.
 */
final class NewTexts implements ChangeConsumer {
  private static final System.Logger LOG = System.getLogger(NewTexts.class.getName());

  /** The consumer group that follows the table of messages. */
  static final String GROUP = "messenger-push";

  /** After a server was away for longer, nobody wants to be told any more. */
  private static final Duration OLDEST = Duration.ofHours(1);

  private static final int MEMBERS_MAX = 2000;

  private final Store store;
  private final PushDeviceStore devices;
  private final Presence presence;
  private final WorkQueue queue;
  private final InstantSource clock;

  NewTexts(
      Store store,
      PushDeviceStore devices,
      Presence presence,
      WorkQueue queue,
      InstantSource clock) {
    this.store = store;
    this.devices = devices;
    this.presence = presence;
    this.queue = queue;
    this.clock = clock;
  }

  /** Starts following the table, as one of the group. */
  ChangeFeed.Subscription follow(ChangeFeed feed) {
    return feed.follow(GROUP, Messages.TABLE, ChangeFeed.Start.HORIZON, this);
  }

  @Override
  public void changed(List<Change> changes) {
    var oldest = clock.instant().minus(OLDEST);
    Map<ChatId, List<Message>> byChat = new LinkedHashMap<>();
    for (var change : changes) {
      if (change.kind() != Change.Kind.INSERT) continue;
      change
          .after(Messages.MESSAGE)
          .filter(entry -> entry.kind() == Kind.text && entry.createdAt().isAfter(oldest))
          .ifPresent(
              text -> byChat.computeIfAbsent(text.chatId(), _ -> new ArrayList<>()).add(text));
    }
    byChat.forEach(this::push);
  }

  private void push(ChatId chat, List<Message> texts) {
    Map<UserId, Message> first = new HashMap<>();
    store.stream(Memberships.TO_PUSH, new Memberships.OfChat(chat), MEMBERS_MAX)
        .filter(member -> !presence.isOnline(member.userId()))
        .forEach(member ->
            firstWanted(member, texts).ifPresent(text -> first.put(member.userId(), text)));
    // The messages of a second become one push.
    var due = clock.instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    for (var user : devices.of(first.keySet())) {
      var text = Optional.ofNullable(first.get(user.userId())).orElseThrow();
      for (var session : user.devices().keySet()) {
        var job = new PushJob(user.userId(), new SessionId(session), chat, text.sequence());
        queue.enqueue(job.job(due));
      }
    }
  }

  private Optional<Message> firstWanted(Membership member, List<Message> texts) {
    var now = clock.instant();
    return texts.stream().filter(text -> PushRules.isWanted(text, member, now)).findFirst();
  }

  @Override
  public void gap(String shard) {
    LOG.log(Level.WARNING, "nobody was told by push of some messages of the last day");
  }
}
