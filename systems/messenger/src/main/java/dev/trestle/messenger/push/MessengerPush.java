package dev.trestle.messenger.push;

import dev.trestle.accounts.Accounts;
import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.Messages;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.push.WebPush;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.List;

/** Pushes new messages to the devices of users who have no socket open. */
public final class MessengerPush implements AutoCloseable {
  /** The queue of messages to push. */
  public static final String QUEUE = PushJob.QUEUE;

  /** The table that is followed. */
  public static final FollowedTable FEED = new FollowedTable(NewTexts.GROUP, Messages.TABLE);

  private static final int CONCURRENCY = 32;
  private static final Duration VISIBILITY = Duration.ofSeconds(30);

  private final SystemContext context;
  private final WebPush push;
  private final NewTexts newTexts;
  private final PushSender sender;

  public MessengerPush(
      SystemContext context,
      Store store,
      Accounts accounts,
      ChatAccess access,
      Presence presence,
      PushDeviceStore devices,
      PushOptions options) {
    var clock = context.clock();
    this.context = context;
    this.push = new WebPush(context.secrets(), clock, options);
    this.newTexts = new NewTexts(store, devices, presence, context.queue(), clock);
    this.sender = new PushSender(store, accounts, access, presence, devices, push, clock);
  }

  public WebPush service() {
    return push;
  }

  /** Starts following new messages and pushing them. */
  public List<AutoCloseable> start() {
    WorkQueue queue = context.queue();
    var options = new WorkOptions(CONCURRENCY, VISIBILITY, push.options().backoff());
    var worker = queue.work(QUEUE, options, sender::handle);
    return List.of(worker, newTexts.follow(context.feed()));
  }

  public List<Metric> metrics() {
    return List.of(
        Metric.counter(
            "messenger.pushes",
            "Messages that push services accepted",
            () -> (double) sender.sent()),
        Metric.counter(
            "messenger.push.failures",
            "Messages that push services refused, or that failed at every attempt",
            () -> (double) sender.failures()));
  }

  @Override
  public void close() {
    push.close();
  }
}
