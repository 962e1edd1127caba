package dev.trestle.platform.event;

/** The event log cannot be reached, or refuses what it was asked. */
public final class EventLogException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public EventLogException(String message) {
    super(message);
  }

  public EventLogException(String message, Throwable cause) {
    super(message, cause);
  }
}
