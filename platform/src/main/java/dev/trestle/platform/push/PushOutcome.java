package dev.trestle.platform.push;

import java.time.Duration;

/** How handing a message to a push service ended. */
public sealed interface PushOutcome {
  /** The push service has it. */
  record Accepted() implements PushOutcome {}

  /** The subscription has ended: forget it. */
  record Gone() implements PushOutcome {}

  /** The push service will never take this message. */
  record Refused(String reason) implements PushOutcome {}

  /**
   * The push service did not take it this time.
   *
   * @param pause how long it asks to wait; zero if it does not say
   */
  record Deferred(String reason, Duration pause) implements PushOutcome {}
}
