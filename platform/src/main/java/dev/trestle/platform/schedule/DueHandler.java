package dev.trestle.platform.schedule;

/** Does what is due. */
@FunctionalInterface
public interface DueHandler<R> {
  /**
   * Moves the item on, by a write whose condition is that it still is as it was seen, and which
   * takes it out of the index. An item that this leaves there, by an exception or by a refusal,
   * comes again with the next look.
   */
  void due(R item) throws Exception;
}
