package dev.trestle.stak.push;

import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/**
 * Pushes delivered messages to browsers, too.
 *
 * <p>A delivery only enqueues one job for each chunk, before the chunk is concluded, as for
 * e-mails. The job enqueues another for each device. If a job is repeated, the message may be
 * pushed twice; the second replaces the first, at the push service and on the screen. Messages for
 * everyone are not pushed.
 */
public final class PushChannel implements Consumer<InboxEvent> {
  private final Store store;
  private final SettingsStore settings;
  private final UserPushStore devices;
  private final WorkQueue queue;
  private final InstantSource clock;

  PushChannel(
      Store store,
      SettingsStore settings,
      UserPushStore devices,
      WorkQueue queue,
      InstantSource clock) {
    this.store = store;
    this.settings = settings;
    this.devices = devices;
    this.queue = queue;
    this.clock = clock;
  }

  @Override
  public void accept(InboxEvent event) {
    if (!(event instanceof InboxEvent.Delivered delivered)) return;
    if (settings.pushPolicy(delivered.inbox(), delivered.category()).isEmpty()) return;
    var chunk = delivered.message().chunk(delivered.chunk());
    queue.enqueue(new PushJob.FanOut(chunk).job(now()));
  }

  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.SECONDS);
  }

  /** What each of them wants is looked at just before it is sent. */
  void fanOut(ChunkKey key) {
    var chunk = store.run(SentMessages.READ_CHUNK, key);
    if (chunk.isEmpty() || chunk.get().uids().isEmpty()) return;
    var users = chunk.get().uids().stream().map(key.message().inboxKey()::user).toList();
    var now = now();
    for (var user : devices.read(users)) {
      var message = user.key().message(key.id());
      for (var device : user.devices().keySet()) {
        queue.enqueue(new PushJob.Send(message, device).job(now));
      }
    }
  }
}
