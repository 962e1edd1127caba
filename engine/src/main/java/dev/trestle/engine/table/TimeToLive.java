package dev.trestle.engine.table;

/**
 * The attribute whose epoch seconds say when an item is to go.
 *
 * @param indexId the number under which expiry times are kept in the index family
 * @param complete whether items from before it was switched on have been entered too
 */
public record TimeToLive(String attribute, int indexId, boolean complete) {
  TimeToLive completed() {
    return new TimeToLive(attribute, indexId, true);
  }
}
