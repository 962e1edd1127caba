package dev.trestle.stak.push;

import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.push.WebPush;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.stak.email.ContactStore;
import dev.trestle.stak.event.InboxEvents;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.Optional;

/** The parts of push messages, put together. Devices are stored even if this server sends none. */
public final class StakPush implements AutoCloseable {
  public static final String QUEUE = PushJob.QUEUE;

  private static final int CONCURRENCY = 32;
  private static final Duration VISIBILITY = Duration.ofSeconds(30);

  private final UserPushStore devices;
  private final WorkQueue queue;
  private final PushChannel channel;
  private final Optional<WebPush> push;
  private final Optional<PushSender> sender;

  /**
   * Creates the service.
   *
   * @param options how messages are pushed, if at all
   */
  public StakPush(
      SystemContext context,
      Store store,
      UserInboxes inboxes,
      ContactStore contacts,
      SettingsStore settings,
      TenantStates states,
      Optional<PushOptions> options) {
    this.queue = context.queue();
    this.devices = new UserPushStore(store, inboxes);
    this.channel = new PushChannel(store, settings, devices, queue, context.clock());
    this.push = options.map(each -> new WebPush(context.secrets(), context.clock(), each));
    this.sender =
        push.map(each ->
            new PushSender(inboxes, contacts, devices, settings, states, queue, channel, each));
  }

  public UserPushStore devices() {
    return devices;
  }

  /** Sends the messages; none if this server pushes none. */
  public Optional<WebPush> service() {
    return push;
  }

  /** How many messages push services have accepted from this process. */
  public long sent() {
    return sender.map(PushSender::sent).orElse(0L);
  }

  /** How many messages were refused, or failed at every attempt. */
  public long failures() {
    return sender.map(PushSender::failures).orElse(0L);
  }

  /** Pushes what is delivered from now on. */
  public void record(InboxEvents events) {
    if (sender.isPresent()) events.record(channel);
  }

  /** Starts to push, until the worker is closed. */
  public Optional<Worker> start() {
    return sender.map(each -> {
      var backoff = push.orElseThrow().options().backoff();
      return queue.work(QUEUE, new WorkOptions(CONCURRENCY, VISIBILITY, backoff), each::handle);
    });
  }

  @Override
  public void close() {
    push.ifPresent(WebPush::close);
  }
}
