package dev.trestle.messenger.message;

/**
 * Appends to a log on condition that it has not moved on. What it checks it reads after it was told
 * the head: whatever changes who may do what is an entry of the same log, so if the append succeeds
 * the check still holds.
 */
@FunctionalInterface
public interface Step<T> {
  /**
   * One try. It may be called again with another head.
   *
   * @throws dev.trestle.messenger.Refused if it is not to be done at all
   */
  Attempt<T> attempt(Position head);
}
