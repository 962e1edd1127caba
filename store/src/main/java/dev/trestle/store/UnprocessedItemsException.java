package dev.trestle.store;

/** Thrown when part of a batch could not be processed for lack of capacity. */
public final class UnprocessedItemsException extends RuntimeException {
  private final int left;

  UnprocessedItemsException(int left) {
    super("a batch was not finished for lack of capacity");
    this.left = left;
  }

  /** Returns how many items of the batch were not read or written. */
  public int left() {
    return left;
  }
}
