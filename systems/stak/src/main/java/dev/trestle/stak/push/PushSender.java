package dev.trestle.stak.push;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.outbound.CallLimit;
import dev.trestle.platform.push.PushMessage;
import dev.trestle.platform.push.PushMessage.Urgency;
import dev.trestle.platform.push.PushOutcome;
import dev.trestle.platform.push.PushSubscription;
import dev.trestle.platform.push.WebPush;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.email.ContactStore;
import dev.trestle.stak.email.SendingTimes;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Pushes.PushDevice;
import dev.trestle.stak.model.Pushes.UserPush;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserMessageKey;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Pushes messages to devices. Looks again just before: a message that was read, redacted or has
 * expired, and one that the user does not want, is not pushed; in quiet hours it waits.
 */
final class PushSender {
  /** How soon the messages of a suspended tenant are looked at again. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** A browser that is away for longer finds the message in its inbox. */
  private static final Duration KEPT_MAX = Duration.ofDays(1);

  /** So that slow push services of one tenant's users do not keep others waiting. */
  private static final int CALLS_PER_TENANT_MAX = 8;

  private static final int TOPIC_LENGTH = 32;

  private final UserInboxes inboxes;
  private final ContactStore contacts;
  private final UserPushStore devices;
  private final SettingsStore settings;
  private final TenantStates states;
  private final WorkQueue queue;
  private final PushChannel channel;
  private final WebPush push;
  private final CallLimit<TenantId> calls = new CallLimit<>(CALLS_PER_TENANT_MAX);
  private final LongAdder sent = new LongAdder();
  private final LongAdder failures = new LongAdder();

  PushSender(
      UserInboxes inboxes,
      ContactStore contacts,
      UserPushStore devices,
      SettingsStore settings,
      TenantStates states,
      WorkQueue queue,
      PushChannel channel,
      WebPush push) {
    this.inboxes = inboxes;
    this.contacts = contacts;
    this.devices = devices;
    this.settings = settings;
    this.states = states;
    this.queue = queue;
    this.channel = channel;
    this.push = push;
  }

  long sent() {
    return sent.sum();
  }

  long failures() {
    return failures.sum();
  }

  JobOutcome handle(Claim claim) {
    var parsed = PushJob.parse(claim.payload());
    if (parsed.isEmpty()) return JobOutcome.failed("not a push job");
    var job = parsed.get();
    return switch (states.of(job.tenant())) {
      case suspended -> later(job, inboxes.exactTime().plus(PAUSE));
      case deleting -> JobOutcome.done();
      case active ->
          switch (job) {
            case PushJob.FanOut(var chunk) -> {
              channel.fanOut(chunk);
              yield JobOutcome.done();
            }
            case PushJob.Send send ->
                send(claim, send, claim.attempt() >= push.options().backoff().attempts());
          };
    };
  }

  /** A new job, because waiting is not a failed attempt. */
  private JobOutcome later(PushJob job, Instant due) {
    queue.enqueue(job.job(due));
    return JobOutcome.done();
  }

  private JobOutcome send(Claim claim, PushJob.Send job, boolean isLast) {
    var user = job.message().userInbox();
    var stored = devices.read(user);
    var device = Optional.ofNullable(stored.devices().get(job.device()));
    var message = inboxes.of(user).inspect(job.message().id()).view();
    if (device.isEmpty() || message.filter(each -> isWanted(stored, each)).isEmpty()) {
      return JobOutcome.done();
    }
    var now = inboxes.exactTime();
    var quiet = SendingTimes.endOfQuiet(contacts.read(user), now);
    if (quiet.isPresent()) return later(job, quiet.get());
    var outcome = sendInTurn(job.message(), device.get(), message.get(), now);
    if (outcome.isEmpty()) {
      return JobOutcome.postponed(CallLimit.pauseMax(Duration.between(claim.due(), now)));
    }
    return switch (outcome.get()) {
      case PushOutcome.Accepted _ -> {
        sent.increment();
        yield JobOutcome.done();
      }
      case PushOutcome.Gone _ -> {
        devices.remove(user, device.get().endpoint());
        yield JobOutcome.done();
      }
      case PushOutcome.Refused _ -> failed();
      case PushOutcome.Deferred(var reason, var pause) ->
          isLast ? failed() : JobOutcome.retry(reason, pause);
    };
  }

  private boolean isWanted(UserPush stored, InboxMessage message) {
    return message.isUnread()
        && settings
            .pushPolicy(stored.key().shared(), message.category())
            .filter(policy -> stored.isWanted(message.category(), policy))
            .isPresent();
  }

  /** Not a dead letter: the message is in the inbox, whatever happens here. */
  private JobOutcome failed() {
    failures.increment();
    return JobOutcome.done();
  }

  /** Empty if the tenant has as many calls as it may. */
  private Optional<PushOutcome> sendInTurn(
      UserMessageKey key, PushDevice device, InboxMessage message, Instant now) {
    var to = new PushSubscription(device.endpoint(), device.p256dh(), device.auth());
    var tenant = key.tenant();
    return calls.run(tenant, () -> push.send(tenant.value(), to, message(key, message, now)));
  }

  private static PushMessage message(UserMessageKey key, InboxMessage message, Instant now) {
    var left = Duration.between(now, message.expiresAt());
    var kept = left.compareTo(KEPT_MAX) < 0 ? left : KEPT_MAX;
    var topic = Sha256.hexOfAll(key.tenant().value(), key.inbox().value(), key.id().value());
    return new PushMessage(
        PushText.of(message).json(),
        kept.isNegative() ? Duration.ZERO : kept,
        Urgency.normal,
        topic.substring(0, TOPIC_LENGTH));
  }
}
