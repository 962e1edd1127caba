package dev.trestle.ecobid.client;

import java.util.OptionalLong;

/** The server returned an error. */
public final class EcoBidException extends RuntimeException {
  private final int status;
  private final String code;
  private final transient OptionalLong nextMinimum;

  EcoBidException(int status, String code, String message, OptionalLong nextMinimum) {
    super(message);
    this.status = status;
    this.code = code;
    this.nextMinimum = nextMinimum;
  }

  public int status() {
    return status;
  }

  /** The error's code, such as {@code ITEM_TAKEN}. */
  public String code() {
    return code;
  }

  /** For a bid that was {@code TOO_LOW}, the lowest one that would have been accepted. */
  public OptionalLong nextMinimum() {
    return nextMinimum;
  }
}
