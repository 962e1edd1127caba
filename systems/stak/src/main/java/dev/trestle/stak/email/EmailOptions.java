package dev.trestle.stak.email;

import dev.trestle.platform.queue.Backoff;
import dev.trestle.stak.model.EmailAddress;
import java.time.Duration;

/**
 * How e-mails are sent.
 *
 * @param from the sender of all e-mails; tenants have their own name before it
 * @param backoff of e-mails that the server cannot take at the moment
 */
public record EmailOptions(SmtpServer server, EmailAddress from, Backoff backoff) {
  /** Twelve attempts over about ten hours: servers that greylist ask to come back later. */
  public EmailOptions(SmtpServer server, EmailAddress from) {
    this(server, from, new Backoff(12, Duration.ofSeconds(30), Duration.ofHours(2)));
  }
}
