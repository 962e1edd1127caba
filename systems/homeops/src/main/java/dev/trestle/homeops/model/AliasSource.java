package dev.trestle.homeops.model;

/** How a chat came by a word for an activity. */
public enum AliasSource {
  /** A member defined it. */
  explicit,
  /** A member corrected how a message was understood. */
  correction,
  /** Members confirmed how messages were understood. */
  learned
}
