package dev.trestle.engine.table;

/**
 * The attribute whose epoch seconds say when an item expires.
 *
 * @param indexId the id of the expiry index
 * @param complete whether the items from before it was enabled are in the index
 */
public record TimeToLive(String attribute, int indexId, boolean complete) {
  TimeToLive completed() {
    return new TimeToLive(attribute, indexId, true);
  }
}
