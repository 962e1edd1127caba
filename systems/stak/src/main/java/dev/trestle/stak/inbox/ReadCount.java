package dev.trestle.stak.inbox;

/**
 * How many users have a message, and how many of them have seen and read it.
 *
 * @param seen those who read it included
 */
public record ReadCount(long recipients, long seen, long read) {
  public static final ReadCount NONE = new ReadCount(0, 0, 0);

  static ReadCount of(InboxMessage message) {
    return new ReadCount(1, message.seen() ? 1 : 0, message.readAt().isPresent() ? 1 : 0);
  }

  public ReadCount plus(ReadCount other) {
    return new ReadCount(recipients + other.recipients, seen + other.seen, read + other.read);
  }
}
