package dev.trestle.messenger.message;

/**
 * How far a chat's log has come.
 *
 * @param sequence of the newest entry; 0 if there is none
 * @param ordinal how many texts there are
 * @param lastText the newest text; 0 if there is none
 */
public record Position(long sequence, long ordinal, long lastText) {
  static final Position NOTHING = new Position(0, 0, 0);
}
