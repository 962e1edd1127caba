package dev.trestle.platform.schedule;

/** Handles due items. */
@FunctionalInterface
public interface DueHandler<R> {
  /**
   * Handles an item with a write that removes it from the index, on the condition that the item is
   * still as it was read. An item that stays in the index is handed out again.
   */
  void due(R item) throws Exception;
}
