package dev.trestle.stak.email;

import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.system.PublicAddress;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.stak.event.InboxEvents;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.EmailAddress;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import dev.trestle.store.Store;
import java.util.Optional;

/**
 * The parts of e-mail, put together. Contacts and links to unsubscribe are there even if this
 * server sends no e-mails: users can decline what was sent before.
 */
public final class EmailService implements AutoCloseable {
  private static final int SECRET_BYTES = 32;

  private final ContactStore contacts;
  private final UnsubscribeLinks links;
  private final EmailChannel channel;
  private final Optional<EmailOptions> options;
  private final Optional<EmailSender> sender;

  /**
   * Creates the service.
   *
   * @param rate how many e-mails a tenant may send
   * @param options how e-mails are sent, if at all
   */
  public EmailService(
      SystemContext context,
      Store store,
      UserInboxes inboxes,
      SettingsStore settings,
      TenantStates states,
      Rate rate,
      Optional<EmailOptions> options) {
    this.contacts = new ContactStore(store, inboxes);
    this.links = new UnsubscribeLinks(context.secrets().bytes("stak-unsubscribe", SECRET_BYTES));
    this.channel = new EmailChannel(store, settings, context.queue(), context.clock());
    this.options = options;
    this.sender =
        options.map(given ->
            new EmailSender(
                store,
                inboxes,
                contacts,
                settings,
                states,
                context.queue(),
                context.limits(),
                rate,
                links,
                channel,
                address(context),
                given));
  }

  private static PublicAddress address(SystemContext context) {
    return context
        .publicAddress()
        .orElseThrow(() -> new IllegalArgumentException("e-mail without a public address"));
  }

  public ContactStore contacts() {
    return contacts;
  }

  public UnsubscribeLinks links() {
    return links;
  }

  /** The address that e-mails come from; none if this server sends none. */
  public Optional<EmailAddress> from() {
    return options.map(EmailOptions::from);
  }

  /** How many e-mails the mail server has accepted from this process. */
  public long sent() {
    return sender.map(EmailSender::sent).orElse(0L);
  }

  /** How many e-mails were refused, or failed at every attempt. */
  public long failures() {
    return sender.map(EmailSender::failures).orElse(0L);
  }

  /** Claims e-mails about what is delivered from now on. */
  public void record(InboxEvents events) {
    if (sender.isPresent()) events.record(channel);
  }

  /** Starts to send, until the worker is closed. */
  public Optional<Worker> start() {
    return sender.map(EmailSender::start);
  }

  @Override
  public void close() {
    sender.ifPresent(EmailSender::close);
  }
}
