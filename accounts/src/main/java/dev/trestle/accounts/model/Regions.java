package dev.trestle.accounts.model;

/**
 * Where replicas of the tables are kept that nothing else could restore. Writes go to one region at
 * a time, because a condition holds within one region only (docs/decisions/0028).
 */
public final class Regions {
  public static final String SECOND = "eu-central-1";

  private Regions() {}
}
