package dev.trestle.platform.feed;

import dev.trestle.model.Entity;
import java.time.Instant;
import java.util.Optional;

/** A change of one item. */
public interface Change {
  /** What happened to the item. */
  enum Kind {
    INSERT,
    MODIFY,
    REMOVE
  }

  Kind kind();

  /** The same however often the change comes: for consumers that must tell. */
  String id();

  /** About when it happened. */
  Instant at();

  /** Whether time to live removed the item, and not somebody. */
  boolean isExpiry();

  /** Whether the item is one of this entity's, by its keys. */
  boolean isOf(Entity<?> entity);

  /** The record before, where the item is this entity's and the stream has it. */
  <R> Optional<R> before(Entity<R> entity);

  /** The record after, where the item is this entity's and the stream has it. */
  <R> Optional<R> after(Entity<R> entity);
}
