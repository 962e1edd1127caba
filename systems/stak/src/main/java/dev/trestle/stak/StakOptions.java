package dev.trestle.stak;

import dev.trestle.stak.delivery.DeliveryOptions;
import dev.trestle.stak.web.StakLimits;
import dev.trestle.stak.webhook.WebhookOptions;

/** How Stak runs. */
public record StakOptions(DeliveryOptions delivery, WebhookOptions webhooks, StakLimits limits) {
  public static final StakOptions STANDARD =
      new StakOptions(DeliveryOptions.STANDARD, WebhookOptions.STANDARD, StakLimits.STANDARD);
}
