package dev.trestle.model;

/** What a stream's records show of a change; the names are DynamoDB's. */
public enum StreamView {
  KEYS_ONLY,
  NEW_IMAGE,
  OLD_IMAGE,
  NEW_AND_OLD_IMAGES
}
