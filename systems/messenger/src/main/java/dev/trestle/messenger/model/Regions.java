package dev.trestle.messenger.model;

/**
 * Where the tables that nothing replaces are kept beside the region that they are made in. Writes
 * go to one region at a time: the log of a chat relies on conditions, which hold in one region
 * only.
 */
final class Regions {
  static final String SECOND = "eu-central-1";

  private Regions() {}
}
