package dev.trestle.app.command;

import dev.trestle.app.config.Configuration.Choice;
import dev.trestle.app.config.Setting;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Option;

/** The settings given as flags, and the flags that several commands share. */
final class Flags {
  private final Map<Setting, Choice> given = new EnumMap<>(Setting.class);

  @Option(names = "--data", paramLabel = "DIR", description = "Data folder (./data).")
  void data(String folder) {
    set(Setting.DATA, folder, "--data");
  }

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Listen on this address (127.0.0.1).")
  void host(String address) {
    set(Setting.HOST, address, "--host");
  }

  @Option(
      names = "--durability",
      paramLabel = "MODE",
      description = "sync: writes are on disk when acknowledged; fast: soon after (sync).")
  void durability(String mode) {
    set(Setting.DURABILITY, mode, "--durability");
  }

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description =
          "Accept only requests signed with a key from this file (format of ~/.aws/credentials).")
  void credentials(String file) {
    set(Setting.CREDENTIALS, file, "--credentials");
  }

  @Option(
      names = "--allow-anyone",
      description = "Accept unsigned requests from other machines, too.")
  void allowAnyone(boolean allowed) {
    set(Setting.ALLOW_ANYONE, Boolean.toString(allowed), "--allow-anyone");
  }

  @Option(
      names = "--limits",
      arity = "0..1",
      fallbackValue = "all",
      paramLabel = "TABLES",
      description = "Throttle all tables, or these, as DynamoDB would (none).")
  void limits(String tables) {
    set(Setting.LIMITS, tables, "--limits");
  }

  @Option(
      names = "--index-lag",
      paramLabel = "MILLIS",
      description = "Let reads of global indexes be behind by up to this time (0).")
  void indexLag(String millis) {
    set(Setting.INDEX_LAG, millis, "--index-lag");
  }

  void set(Setting setting, String value, String flag) {
    given.put(setting, new Choice(value, "flag " + flag));
  }

  boolean has(Setting setting) {
    return given.containsKey(setting);
  }

  Map<Setting, Choice> given() {
    return Collections.unmodifiableMap(given);
  }
}
