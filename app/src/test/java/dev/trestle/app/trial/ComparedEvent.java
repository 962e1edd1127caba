package dev.trestle.app.trial;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.event.Event;

/**
 * An event, as far as a trial compares what happened with what is in Kafka.
 *
 * @param subject what tells it from other events of the same type and key; may be empty
 */
record ComparedEvent(String topic, String key, String type, String subject) {
  /** An event as it was read. */
  static ComparedEvent of(String topic, Event event) {
    return new ComparedEvent(topic, event.key(), event.type(), subject(event.type(), event.data()));
  }

  private static String subject(String type, JsonNode data) {
    return switch (type) {
      case "delivered" -> data.path("message").asText();
      case "auction_changed" -> data.path("state").asText();
      case "reservation_changed" -> data.path("user").asText() + " " + data.path("state").asText();
      default -> data.path("number").asText();
    };
  }

  /** An entry of a chat. */
  static ComparedEvent entry(String chat, String type, long number) {
    return new ComparedEvent("messenger", chat, type, Long.toString(number));
  }

  /** A message in a user's inbox. */
  static ComparedEvent delivered(String tenant, String user, String message) {
    return new ComparedEvent("stak", tenant + "/DEFAULT/" + user, "delivered", message);
  }

  static ComparedEvent listed(String item) {
    return new ComparedEvent("ecobid", item, "item_listed", "");
  }

  static ComparedEvent opened(String auction) {
    return new ComparedEvent("ecobid", auction, "auction_opened", "");
  }

  static ComparedEvent ended(String auction) {
    return new ComparedEvent("ecobid", auction, "auction_changed", "ended");
  }

  /** The winner of an auction is given the item. */
  static ComparedEvent offered(String item, String winner) {
    return new ComparedEvent("ecobid", item, "reservation_changed", winner + " offered");
  }
}
