package dev.trestle.ecobid.notification;

import dev.trestle.ecobid.model.Notifications.Notification;
import java.math.BigDecimal;
import java.util.Currency;

/**
 * Formats notifications as sentences. Times are left to the client, which knows the reader's time
 * zone.
 */
public final class NotificationText {
  private final Currency currency;

  public NotificationText(String currency) {
    this.currency = Currency.getInstance(currency);
  }

  public String of(Notification told) {
    var what = "“" + told.subject() + "”";
    long count = told.amount().orElse(0L);
    return switch (told.kind()) {
      case NEARBY ->
          count == 1 ? "There is one new item near you." : count + " new items near you.";
      case WANTED -> what + " may be what you are looking for.";
      case ASKED -> "Someone would like " + what + ". Name a pickup time within 24 hours.";
      case CONFIRMED -> "You can pick up " + what + ".";
      case DECLINED -> "The giver of " + what + " has declined.";
      case CANCELLED -> "The receiver of " + what + " has cancelled.";
      case LAPSED -> "The time to respond about " + what + " is over.";
      case CHOSEN -> what + " can be yours. Confirm that you still want it.";
      case NOT_CHOSEN -> "Someone else gets " + what + " this time.";
      case PICKUP -> "The pickup of " + what + " is soon. Still coming?";
      case PICKED_UP -> what + " was picked up.";
      case COMPLETED -> "Enjoy " + what + "! How was it?";
      case NO_SHOW -> "The pickup of " + what + " did not take place.";
      case ENDING -> "The auction of " + what + " ends within the hour.";
      case OUTBID -> "You were outbid on " + what + ". The price is now " + money(count) + ".";
      case WON -> "You have won " + what + " for " + money(count) + ". Accept within 24 hours.";
      case SOLD -> what + " was sold for " + money(count) + ".";
      case UNSOLD -> "The auction of " + what + " has ended without a buyer.";
      case WITHDRAWN -> what + " is no longer offered.";
      case STALE -> "Is " + what + " still available? Renew it to keep it in searches.";
      case MESSAGE -> "There is a message about " + what + ".";
    };
  }

  private String money(long amount) {
    int digits = Math.max(0, currency.getDefaultFractionDigits());
    return BigDecimal.valueOf(amount, digits).toPlainString() + " " + currency.getCurrencyCode();
  }
}
