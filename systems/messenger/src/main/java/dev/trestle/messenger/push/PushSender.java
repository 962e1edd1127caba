package dev.trestle.messenger.push;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.Caller;
import dev.trestle.accounts.Profile;
import dev.trestle.accounts.UserId;
import dev.trestle.messenger.delivery.Presence;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.Blocks;
import dev.trestle.messenger.model.Chats;
import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.PushDevices.PushDevice;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.outbound.CallLimit;
import dev.trestle.platform.push.PushMessage;
import dev.trestle.platform.push.PushMessage.Urgency;
import dev.trestle.platform.push.PushOutcome;
import dev.trestle.platform.push.PushSubscription;
import dev.trestle.platform.push.WebPush;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;

/**
 * Pushes the newest message of a chat to a device. Everything is looked at again just before: a
 * message that was read elsewhere or deleted, a chat that was muted or left, a user who came online
 * and a session that ended are not pushed to.
 */
final class PushSender {
  /** A browser that is away for longer finds the messages when it opens the page. */
  private static final Duration KEPT_FOR = Duration.ofDays(1);

  /** So that a user whose push service is slow does not keep those of others waiting. */
  private static final int CALLS_PER_USER_MAX = 5;

  private static final int TOPIC_LENGTH = 32;

  private final Store store;
  private final Accounts accounts;
  private final ChatAccess access;
  private final Presence presence;
  private final PushDeviceStore devices;
  private final WebPush push;
  private final InstantSource clock;
  private final CallLimit<UserId> calls = new CallLimit<>(CALLS_PER_USER_MAX);
  private final LongAdder sent = new LongAdder();
  private final LongAdder failures = new LongAdder();

  PushSender(
      Store store,
      Accounts accounts,
      ChatAccess access,
      Presence presence,
      PushDeviceStore devices,
      WebPush push,
      InstantSource clock) {
    this.store = store;
    this.accounts = accounts;
    this.access = access;
    this.presence = presence;
    this.devices = devices;
    this.push = push;
    this.clock = clock;
  }

  long sent() {
    return sent.sum();
  }

  long failures() {
    return failures.sum();
  }

  JobOutcome handle(Claim claim) {
    var job = PushJob.parse(claim.payload());
    if (job.isEmpty()) return JobOutcome.failed("not a push job");
    return push(claim, job.get(), claim.attempt() >= push.options().backoff().attempts());
  }

  private JobOutcome push(Claim claim, PushJob job, boolean isLast) {
    var device = devices.find(job.user(), job.session());
    if (device.isEmpty() || presence.isOnline(job.user())) return JobOutcome.done();
    if (!accounts.isCurrent(new Caller(job.user(), job.session()))) {
      devices.remove(job.user(), job.session());
      return JobOutcome.done();
    }
    var message = message(job);
    if (message.isEmpty()) return JobOutcome.done();
    var outcome = sendInTurn(job, device.get(), message.get());
    if (outcome.isEmpty()) {
      var waited = Duration.between(claim.due(), clock.instant());
      return JobOutcome.postponed(CallLimit.pauseMax(waited));
    }
    return switch (outcome.get()) {
      case PushOutcome.Accepted _ -> {
        sent.increment();
        yield JobOutcome.done();
      }
      case PushOutcome.Gone _ -> {
        devices.removeEnded(job.user(), job.session(), device.get());
        yield JobOutcome.done();
      }
      case PushOutcome.Refused _ -> failed();
      case PushOutcome.Deferred(var reason, var pause) ->
          isLast ? failed() : JobOutcome.retry(reason, pause);
    };
  }

  /** Not a dead letter: by the time that somebody looked at it, it would be old. */
  private JobOutcome failed() {
    failures.increment();
    return JobOutcome.done();
  }

  /** Empty if the user has as many calls as they may. */
  private Optional<PushOutcome> sendInTurn(PushJob job, PushDevice device, PushMessage message) {
    var to = new PushSubscription(device.endpoint(), device.p256dh(), device.auth());
    return calls.run(job.user(), () -> push.send(job.user().value(), to, message));
  }

  /** The newest message that the user has not read and wants to hear of. */
  private Optional<PushMessage> message(PushJob job) {
    var member = access.find(job.chat(), job.user());
    var chat = store.run(Chats.BY_ID, new Chats.ById(job.chat()));
    if (member.isEmpty() || chat.isEmpty()) return Optional.empty();
    var wanted = wanted(job, member.get());
    return wanted.isEmpty()
        ? Optional.empty()
        : Optional.of(message(job, chat.get(), wanted.getLast()));
  }

  private PushMessage message(PushJob job, Chat chat, Message newest) {
    var sender = accounts.profiles().find(newest.senderId()).map(Profile::displayName);
    var text = PushText.of(chat, newest, sender.orElse("Somebody"));
    return new PushMessage(text.json(), KEPT_FOR, Urgency.normal, topic(job));
  }

  private List<Message> wanted(PushJob job, Membership member) {
    var state = store.run(DeliveryStates.OF_MEMBER, new DeliveryStates.Of(job.user(), job.chat()));
    long read = state.map(DeliveryState::lastReadSequence).orElse(0L);
    long after = Math.max(read, job.sequence() - 1);
    var now = clock.instant();
    var wanted =
        store.run(Messages.AFTER, new Messages.At(job.chat(), after)).items().stream()
            .filter(entry -> PushRules.isWanted(entry, member, now))
            .toList();
    if (wanted.isEmpty()) return wanted;
    var senders = wanted.stream().map(Message::senderId).distinct();
    var keys = senders.map(sender -> new Blocks.Of(job.user(), sender)).toList();
    var blocked =
        store.run(Blocks.AMONG, keys).stream()
            .map(Blocks.Block::blockedId)
            .collect(Collectors.toSet());
    return wanted.stream().filter(entry -> !blocked.contains(entry.senderId())).toList();
  }

  /** One for each chat, which tells the push service nothing about it. */
  private static String topic(PushJob job) {
    var hash = Sha256.of(job.user().value() + " " + job.chat().value());
    var text = Base64.getUrlEncoder().withoutPadding().encode(hash);
    return new String(text, 0, TOPIC_LENGTH, StandardCharsets.US_ASCII);
  }
}
