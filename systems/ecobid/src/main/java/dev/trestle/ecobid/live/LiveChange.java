package dev.trestle.ecobid.live;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.ItemId;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** A hint that something has changed. Recipients read the current state. */
public sealed interface LiveChange {
  record OfAuction(AuctionId auction) implements LiveChange {}

  record OfItem(ItemId item) implements LiveChange {}

  /** A user was notified. */
  record OfNotifications(UserId user) implements LiveChange {}

  /** The topic of the signals between servers. */
  String TOPIC = "ecobid";

  default byte[] bytes() {
    var text =
        switch (this) {
          case OfAuction(var auction) -> "a" + auction.value();
          case OfItem(var item) -> "i" + item.value();
          case OfNotifications(var user) -> "n" + user.value();
        };
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static Optional<LiveChange> parse(byte[] bytes) {
    var text = new String(bytes, StandardCharsets.UTF_8);
    if (text.isEmpty()) return Optional.empty();
    var id = text.substring(1);
    return switch (text.charAt(0)) {
      case 'a' -> Optional.of(new OfAuction(new AuctionId(id)));
      case 'i' -> Optional.of(new OfItem(new ItemId(id)));
      case 'n' -> Optional.of(new OfNotifications(new UserId(id)));
      default -> Optional.empty();
    };
  }
}
