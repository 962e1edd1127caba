package dev.trestle.ecobid.model;

/** How the receiver of a free item is chosen. */
public enum Sharing {
  /** A draw: everyone who enters within some hours has the same chance. */
  DRAW,
  /** A queue, in the order in which users asked. */
  QUEUE,
  /** First come, first served. */
  FIRST
}
