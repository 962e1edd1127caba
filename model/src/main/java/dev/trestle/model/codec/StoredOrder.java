package dev.trestle.model.codec;

/** How the order of stored values relates to the order of the Java values. */
public enum StoredOrder {
  /** Smaller values are stored as smaller ones. */
  ASCENDING,
  /** Smaller values are stored as larger ones. */
  DESCENDING,
  /** Stored values have no order, or a different one. */
  NONE
}
