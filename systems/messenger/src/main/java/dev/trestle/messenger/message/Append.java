package dev.trestle.messenger.message;

/**
 * Appends to a log if nobody else has in the meantime. It reads what it checks after it was given
 * the head. Whatever changes who may do what is an entry of the same log, so if the append
 * succeeds, the check still holds.
 */
@FunctionalInterface
public interface Append<T> {
  /**
   * Makes one attempt. It may be called again with another head.
   *
   * @throws dev.trestle.messenger.Refusal if it must not be done at all
   */
  AppendOutcome<T> attempt(LogHead head);
}
