package dev.trestle.stak;

import dev.trestle.platform.push.PushOptions;
import dev.trestle.stak.delivery.DeliveryOptions;
import dev.trestle.stak.email.EmailOptions;
import dev.trestle.stak.web.StakLimits;
import dev.trestle.stak.webhook.WebhookOptions;
import java.util.Optional;

/**
 * How Stak runs.
 *
 * @param email how e-mails are sent, if at all
 * @param push how messages are pushed to browsers, if at all
 */
public record StakOptions(
    DeliveryOptions delivery,
    WebhookOptions webhooks,
    StakLimits limits,
    Optional<EmailOptions> email,
    Optional<PushOptions> push) {
  public static final StakOptions STANDARD =
      new StakOptions(
          DeliveryOptions.STANDARD,
          WebhookOptions.STANDARD,
          StakLimits.STANDARD,
          Optional.empty(),
          Optional.empty());

  public StakOptions email(Optional<EmailOptions> other) {
    return new StakOptions(delivery, webhooks, limits, other, push);
  }

  public StakOptions push(Optional<PushOptions> other) {
    return new StakOptions(delivery, webhooks, limits, email, other);
  }
}
