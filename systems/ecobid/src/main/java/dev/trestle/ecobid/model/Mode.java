package dev.trestle.ecobid.model;

/** Whether an item is given away or sold. */
public enum Mode {
  FREE,
  AUCTION
}
