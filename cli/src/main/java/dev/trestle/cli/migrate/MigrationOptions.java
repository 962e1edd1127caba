package dev.trestle.cli.migrate;

import java.time.Duration;

/**
 * How a migration is planned and applied.
 *
 * @param prefix of every table name
 * @param unitsPerSecond read and write units that backfills consume at most
 * @param lease how long this process may be silent before another one may go on
 * @param owner who applies it, for others to see
 * @param again whether tables are backfilled that were backfilled before
 * @param drop whether the last steps are done too, after which there is no way back
 */
public record MigrationOptions(
    String prefix,
    double unitsPerSecond,
    Duration lease,
    String owner,
    boolean again,
    boolean drop) {
  /** The usual lease. */
  public static final Duration LEASE = Duration.ofSeconds(30);

  public MigrationOptions {
    if (!(unitsPerSecond > 0)) {
      throw new IllegalArgumentException(unitsPerSecond + " units per second");
    }
  }
}
