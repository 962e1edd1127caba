package dev.trestle.cli;

import dev.trestle.cli.migrate.MigrationOptions;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.time.Instant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What planning and applying a migration have in common. */
final class MigrateOptions {
  private static final int UNITS_MAX = 10_000_000;

  @Mixin final ModelChoice choice = new ModelChoice();
  @Mixin final EndpointOptions endpoint = new EndpointOptions();

  @Option(
      names = "--units",
      paramLabel = "N",
      description = "Read and write units per second that backfills may use (${DEFAULT-VALUE}).")
  private int units = 100;

  @Option(
      names = "--again",
      description = "Backfill also what was backfilled before, if an older program wrote since.")
  private boolean again;

  @Option(names = "--json", description = "Print JSON.")
  boolean json;

  MigrationOptions with(Duration lease, boolean drop) {
    if (units < 1 || units > UNITS_MAX) {
      throw new UsageError("--units takes a number from 1 to %d.".formatted(UNITS_MAX));
    }
    return new MigrationOptions(endpoint.prefix(), units, lease, owner(), again, drop);
  }

  /** This process, so that somebody can find it. */
  private static String owner() {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      host = "unknown host";
    }
    return "process %d on %s since %s"
        .formatted(ProcessHandle.current().pid(), host, Instant.now());
  }
}
