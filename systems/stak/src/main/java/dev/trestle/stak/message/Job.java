package dev.trestle.stak.message;

import dev.trestle.stak.model.Sends.OfMessage;
import java.util.Optional;

/** What the delivery workers are asked to do: a reference, never the message itself. */
public sealed interface Job {
  String QUEUE = "stak";

  OfMessage message();

  /** Make a job of each chunk of a message. */
  record Spread(OfMessage message) implements Job {}

  /** Deliver to a chunk. */
  record Deliver(OfMessage message, long chunk) implements Job {}

  /** Make a redaction of each chunk of a message. */
  record Retract(OfMessage message) implements Job {}

  /** Redact for a chunk. */
  record Redact(OfMessage message, long chunk) implements Job {}

  /** Deliver to those of a chunk that were given up. */
  record Revive(OfMessage message, long chunk) implements Job {}

  /** The number of its chunk; 0 where it is of a whole message. */
  default long number() {
    return switch (this) {
      case Spread _, Retract _ -> 0;
      case Deliver deliver -> deliver.chunk;
      case Redact redact -> redact.chunk;
      case Revive revive -> revive.chunk;
    };
  }

  default boolean isOfChunk() {
    return switch (this) {
      case Spread _, Retract _ -> false;
      case Deliver _, Redact _, Revive _ -> true;
    };
  }

  default boolean isRedaction() {
    return switch (this) {
      case Spread _, Deliver _, Revive _ -> false;
      case Retract _, Redact _ -> true;
    };
  }

  /** One and the same for the same work. */
  default String id() {
    return switch (this) {
      case Spread spread -> "spread:" + spread.message.id();
      case Deliver deliver -> "deliver:" + deliver.message.id() + ":" + deliver.chunk;
      case Retract retract -> "retract:" + retract.message.id();
      case Redact redact -> "redact:" + redact.message.id() + ":" + redact.chunk;
      case Revive revive -> "revive:" + revive.message.id() + ":" + revive.chunk;
    };
  }

  /** As a job carries it: no name in it can have a space. */
  default String text() {
    var of = message();
    var where = " " + of.tenant() + " " + of.inbox() + " " + of.id();
    return switch (this) {
      case Spread _ -> "spread" + where;
      case Deliver deliver -> "deliver" + where + " " + deliver.chunk;
      case Retract _ -> "retract" + where;
      case Redact redact -> "redact" + where + " " + redact.chunk;
      case Revive revive -> "revive" + where + " " + revive.chunk;
    };
  }

  static Optional<Job> parse(String text) {
    var words = text.split(" ", -1);
    if (words.length < 4 || words.length > 5) return Optional.empty();
    var of = new OfMessage(words[1], words[2], words[3]);
    long chunk = words.length == 5 ? Long.parseLong(words[4]) : 0;
    return switch (words[0]) {
      case "spread" -> Optional.of(new Spread(of));
      case "deliver" -> Optional.of(new Deliver(of, chunk));
      case "retract" -> Optional.of(new Retract(of));
      case "redact" -> Optional.of(new Redact(of, chunk));
      case "revive" -> Optional.of(new Revive(of, chunk));
      default -> Optional.empty();
    };
  }
}
