package dev.trestle.model;

/** What a stream record contains, with DynamoDB's names. */
public enum StreamView {
  KEYS_ONLY,
  NEW_IMAGE,
  OLD_IMAGE,
  NEW_AND_OLD_IMAGES
}
