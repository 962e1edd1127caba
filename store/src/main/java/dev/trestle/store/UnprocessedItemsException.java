package dev.trestle.store;

/** Thrown when a batch could not be finished for want of capacity; part of it was done. */
public final class UnprocessedItemsException extends RuntimeException {
  private final int left;

  UnprocessedItemsException(int left) {
    super("a batch was not finished for want of capacity");
    this.left = left;
  }

  /** How many items of the batch were not read or written. */
  public int left() {
    return left;
  }
}
