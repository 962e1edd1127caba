package dev.trestle.messenger.message;

/**
 * The head of a chat's log.
 *
 * @param sequence of the newest entry; 0 if the log is empty
 * @param ordinal the number of texts
 * @param lastText the sequence of the newest text; 0 if there is none
 */
public record LogHead(long sequence, long ordinal, long lastText) {
  static final LogHead EMPTY = new LogHead(0, 0, 0);
}
