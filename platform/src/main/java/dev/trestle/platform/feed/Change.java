package dev.trestle.platform.feed;

import dev.trestle.model.Entity;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of one item. Images are decoded only when they are asked for; keys are cheap, so a
 * consumer that may not want a change looks at {@link #keyPart} first.
 */
public interface Change {
  /** What happened to the item. */
  enum Kind {
    INSERT,
    MODIFY,
    REMOVE
  }

  Kind kind();

  /** Identifies the change. A repeated delivery has the same id. */
  String id();

  /**
   * The number of the change in the stream. Of two changes of an item, the later has the higher.
   */
  String sequence();

  /** About when it happened. */
  Instant at();

  /** Whether time to live deleted the item. */
  boolean isExpiry();

  /** Whether the item's keys are those of this entity. */
  boolean isOf(Entity<?> entity);

  /**
   * The value of one part of the item's key, read without the images.
   *
   * @return empty if the key is not this entity's
   * @throws IllegalArgumentException if the entity's keys have no such part
   */
  <T> Optional<T> keyPart(Entity<?> entity, Part<T> part);

  /** The record before the change, if the item is this entity's and the stream has the image. */
  <R> Optional<R> before(Entity<R> entity);

  /** The record after the change, if the item is this entity's and the stream has the image. */
  <R> Optional<R> after(Entity<R> entity);
}
