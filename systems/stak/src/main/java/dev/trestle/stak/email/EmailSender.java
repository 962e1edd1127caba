package dev.trestle.stak.email;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.web.ApiError;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Contacts.Contact;
import dev.trestle.stak.model.Contacts.EmailChoice;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.EmailEnd;
import dev.trestle.stak.model.Emails.EmailFailed;
import dev.trestle.stak.model.Emails.EmailFailure;
import dev.trestle.stak.model.Emails.EmailState;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.EmailPolicy;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.model.UserMessageKey;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/**
 * Sends e-mails through the SMTP server. The state of an e-mail is written after the server has
 * accepted it: a process that is killed in between sends it again, with the same Message-ID. What
 * the server refuses for good is not tried again.
 */
public final class EmailSender implements AutoCloseable {
  public static final String QUEUE = "stak-email";

  /** How soon the e-mails of a suspended tenant are looked at again. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  /** How long an e-mail waits first if its tenant has sent too many; then twice as long. */
  private static final Duration WAIT = Duration.ofSeconds(30);

  private static final int WAIT_DOUBLINGS_MAX = 7;
  private static final int CONCURRENCY = 8;
  private static final Duration VISIBILITY = Duration.ofSeconds(60);
  private static final int ID_LENGTH = 16;

  private final Store store;
  private final UserInboxes inboxes;
  private final ContactStore contacts;
  private final SettingsStore settings;
  private final TenantStates states;
  private final WorkQueue queue;
  private final RateLimits limits;
  private final Rate rate;
  private final UnsubscribeLinks links;
  private final PublicAddress address;
  private final EmailOptions options;
  private final EmailChannel channel;
  private final SmtpClient client;
  private final DigestSender digests;
  private final LongAdder sent = new LongAdder();
  private final LongAdder failures = new LongAdder();

  public EmailSender(
      Store store,
      UserInboxes inboxes,
      ContactStore contacts,
      SettingsStore settings,
      TenantStates states,
      WorkQueue queue,
      RateLimits limits,
      Rate rate,
      UnsubscribeLinks links,
      EmailChannel channel,
      PublicAddress address,
      EmailOptions options) {
    this.store = store;
    this.inboxes = inboxes;
    this.contacts = contacts;
    this.settings = settings;
    this.states = states;
    this.queue = queue;
    this.limits = limits;
    this.rate = rate;
    this.links = links;
    this.address = address;
    this.options = options;
    this.channel = channel;
    this.client = new SmtpClient(options.server(), options.from(), inboxes::exactTime);
    this.digests = new DigestSender(store, this);
  }

  /** How many e-mails the server has accepted from this process. */
  public long sent() {
    return sent.sum();
  }

  /** How many e-mails were refused, or failed at every attempt. */
  public long failures() {
    return failures.sum();
  }

  /** Starts to send, until the worker is closed. */
  public Worker start() {
    return queue.work(
        QUEUE, new WorkOptions(CONCURRENCY, VISIBILITY, options.backoff()), this::handle);
  }

  private JobOutcome handle(Claim claim) {
    var parsed = EmailJob.parse(claim.payload());
    if (parsed.isEmpty()) return JobOutcome.failed("not an e-mail job");
    var job = parsed.get();
    switch (states.of(job.tenant())) {
      case active -> {}
      case suspended -> {
        return later(job, inboxes.exactTime().plus(PAUSE));
      }
      case deleting -> {
        return JobOutcome.done();
      }
    }
    boolean isLast = claim.attempt() >= options.backoff().attempts();
    return switch (job) {
      case EmailJob.Claim(var chunk) -> {
        channel.claim(chunk);
        yield JobOutcome.done();
      }
      case EmailJob.Send send -> send(send, isLast);
      case EmailJob.SendDigests send -> digests.send(send, isLast);
    };
  }

  /** A new job, because waiting is not a failed attempt. */
  JobOutcome later(EmailJob job, Instant due) {
    queue.enqueue(job.job(due));
    return JobOutcome.done();
  }

  private JobOutcome send(EmailJob.Send job, boolean isLast) {
    var key = job.email();
    var waiting = store.run(Emails.READ, key).filter(each -> each.state() == EmailState.waiting);
    if (waiting.isEmpty()) return JobOutcome.done();
    var contact = contacts.read(key.userInbox());
    var message = unread(key.userInbox(), key.id());
    var needless = needless(contact, message);
    if (needless.isPresent()) {
      end(key, EmailState.skipped, needless);
      return JobOutcome.done();
    }
    var pause = pause(contact, job.waits());
    if (pause.isPresent()) {
      var again = pause.get().isLimit() ? new EmailJob.Send(key, job.waits() + 1) : job;
      return later(again, pause.get().until());
    }
    var text = text(contact.key(), message.orElseThrow());
    return switch (submit(contact, key.id(), text)) {
      case SmtpClient.Outcome.Accepted _ -> {
        end(key, EmailState.sent, Optional.empty());
        yield JobOutcome.done();
      }
      case SmtpClient.Outcome.Refused(var reply, _) -> {
        fail(key, EmailState.refused, reply);
        yield JobOutcome.done();
      }
      case SmtpClient.Outcome.Deferred(var reason) -> {
        if (!isLast) yield JobOutcome.retry(reason);
        fail(key, EmailState.failed, reason);
        yield JobOutcome.done();
      }
    };
  }

  /** The message, if the user has it and has not read it. */
  Optional<InboxMessage> unread(UserInboxKey user, MessageId id) {
    return inboxes.of(user).inspect(id).view().filter(InboxMessage::isUnread);
  }

  /** Why an e-mail is not sent after all. */
  private Optional<String> needless(Contact contact, Optional<InboxMessage> message) {
    if (!isReachable(contact)) return Optional.of("the user has no address that is accepted");
    if (message.isEmpty()) return Optional.of("the message was read, or is no longer there");
    return isWanted(contact, message.get())
        ? Optional.empty()
        : Optional.of("the user does not want e-mails of this category");
  }

  static boolean isReachable(Contact contact) {
    return contact.email().isPresent() && contact.refusal().isEmpty();
  }

  boolean isWanted(Contact contact, InboxMessage message) {
    return policy(contact, message)
        .filter(policy -> contact.choice(message.category(), policy) != EmailChoice.off)
        .isPresent();
  }

  private Optional<EmailPolicy> policy(Contact contact, InboxMessage message) {
    return settings.emailPolicy(contact.key().shared(), message.category());
  }

  /**
   * A reason to wait.
   *
   * @param isLimit whether the tenant has sent too many; otherwise it is quiet for the user
   */
  record Pause(Instant until, boolean isLimit) {}

  /** Takes one e-mail of the tenant's quota, unless it is quiet for the user. */
  Optional<Pause> pause(Contact contact, int waits) {
    var now = inboxes.exactTime();
    var quiet = SendingTimes.endOfQuiet(contact, now);
    if (quiet.isPresent()) return Optional.of(new Pause(quiet.get(), false));
    try {
      limits.check(rate, contact.tenant().value(), 1);
      return Optional.empty();
    } catch (ApiError tooMany) {
      var wait = WAIT.multipliedBy(1L << Math.min(waits, WAIT_DOUBLINGS_MAX));
      return Optional.of(new Pause(now.plus(wait), true));
    }
  }

  private EmailText text(UserInboxKey user, InboxMessage message) {
    boolean isRequired =
        settings
            .config(user.shared())
            .filter(each -> each.isRequired(message.category()))
            .isPresent();
    var link =
        isRequired
            ? Optional.<URI>empty()
            : Optional.of(links.link(address, user, message.category()));
    return new EmailText(sender(user.tenant()), List.of(message), false, link);
  }

  /** The name that a tenant's e-mails come from. */
  String sender(TenantId tenant) {
    return settings.settings(tenant).map(TenantSettings::title).orElse(tenant.value());
  }

  URI digestLink(UserInboxKey user) {
    return links.link(address, user, UnsubscribeLinks.DIGESTS);
  }

  /**
   * Submits an e-mail to the server. An address that the server refuses is not used again.
   *
   * @param id of the message, or of the first one
   */
  SmtpClient.Outcome submit(Contact contact, MessageId id, EmailText text) {
    var user = contact.key();
    var to = contact.email().orElseThrow();
    var whose = Sha256.hex((user + " " + to).getBytes(StandardCharsets.UTF_8));
    var email =
        new OutgoingEmail(
            "%s.%s@%s".formatted(id, whose.substring(0, ID_LENGTH), options.from().host()),
            to,
            text.sender(),
            text.subject(),
            text.plain(),
            text.html(),
            text.unsubscribe());
    var outcome = client.send(email);
    switch (outcome) {
      case SmtpClient.Outcome.Accepted _ -> sent.increment();
      case SmtpClient.Outcome.Refused(var reply, var ofAddress) -> {
        if (ofAddress) {
          contacts.change(
              user, each -> each.email().equals(contact.email()) ? each.withRefusal(reply) : each);
        }
      }
      case SmtpClient.Outcome.Deferred _ -> {}
    }
    return outcome;
  }

  private void end(UserMessageKey key, EmailState state, Optional<String> detail) {
    store.run(Emails.END, end(key, state, detail, inboxes.now()));
  }

  private static EmailEnd end(
      UserMessageKey key, EmailState state, Optional<String> detail, Instant at) {
    return new EmailEnd(key.tenant(), key.user(), key.inbox(), key.id(), state, detail, at);
  }

  private void fail(UserMessageKey key, EmailState state, String reason) {
    var end = end(key, state, Optional.of(reason), inboxes.now());
    requireKnown(store.run(Emails.FAIL, new EmailFailed(end, failure(key, state, reason))));
  }

  /** Lets the job come again if a failure was not recorded, unless another worker has done it. */
  static void requireKnown(TransactionOutcome recorded) {
    if (recorded instanceof TransactionOutcome.Refused refused && !refused.isConditionFailed()) {
      throw new IllegalStateException("a failure is contested");
    }
  }

  /** What administrators see of an e-mail that was not accepted. */
  EmailFailure failure(UserMessageKey key, EmailState state, String reason) {
    failures.increment();
    var now = inboxes.now();
    return new EmailFailure(
        key.tenant(),
        key.inbox(),
        key.id(),
        key.user(),
        state,
        reason,
        now,
        now.plus(Emails.FAILURE_KEPT));
  }

  Optional<Contact> contact(UserInboxKey user) {
    return contacts.find(user);
  }

  Instant now() {
    return inboxes.now();
  }

  @Override
  public void close() {
    client.close();
  }
}
