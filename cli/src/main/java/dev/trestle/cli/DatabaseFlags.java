package dev.trestle.cli;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The flags of commands that open the engine. */
public final class DatabaseFlags {
  private final Map<DatabaseSetting, String> given = new EnumMap<>(DatabaseSetting.class);

  @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
  void data(String folder) {
    set(DatabaseSetting.DATA, folder);
  }

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Listen on this address (127.0.0.1).")
  void host(String address) {
    set(DatabaseSetting.HOST, address);
  }

  @Option(
      names = "--durability",
      paramLabel = "MODE",
      description = "sync: writes are on disk when acknowledged; fast: soon after (sync).")
  void durability(String mode) {
    set(DatabaseSetting.DURABILITY, mode);
  }

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description =
          "Accept only requests signed with a key from this file (format of ~/.aws/credentials).")
  void credentials(String file) {
    set(DatabaseSetting.CREDENTIALS, file);
  }

  @Option(
      names = "--allow-anyone",
      description = "Accept unsigned requests from other machines, too.")
  void allowAnyone(boolean allowed) {
    set(DatabaseSetting.ALLOW_ANYONE, Boolean.toString(allowed));
  }

  @Option(
      names = "--limits",
      arity = "0..1",
      fallbackValue = "all",
      paramLabel = "TABLES",
      description = "Throttle all tables, or these, as DynamoDB would (none).")
  void limits(String tables) {
    set(DatabaseSetting.LIMITS, tables);
  }

  @Option(
      names = "--index-lag",
      paramLabel = "MILLIS",
      description = "Let reads of global indexes be behind by up to this time (0).")
  void indexLag(String millis) {
    set(DatabaseSetting.INDEX_LAG, millis);
  }

  void set(DatabaseSetting setting, String value) {
    given.put(setting, value);
  }

  /** The values that were given, unchecked. */
  public Map<DatabaseSetting, String> given() {
    return Collections.unmodifiableMap(given);
  }

  /**
   * Refuses values that a setting does not take.
   *
   * @throws UsageError that names the flag
   */
  void check() {
    given.forEach((setting, value) -> {
      var problem = setting.problemWith(value);
      if (problem.isPresent()) {
        throw new UsageError(
            "%s is '%s' (flag %s): %s"
                .formatted(setting.key(), value, setting.flag(), problem.get()));
      }
    });
  }
}
