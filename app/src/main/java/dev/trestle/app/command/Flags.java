package dev.trestle.app.command;

import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.Configuration.Choice;
import dev.trestle.app.config.Setting;
import dev.trestle.cli.DatabaseFlags;
import dev.trestle.cli.DatabaseSetting;
import dev.trestle.cli.Environment;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** The settings given as flags, and the flags that several commands share. */
final class Flags {
  private final EnumMap<Setting, Choice> given = new EnumMap<>(Setting.class);

  @Mixin private final DatabaseFlags database = new DatabaseFlags();

  static Flags of(Map<DatabaseSetting, String> given) {
    var flags = new Flags();
    add(given, flags.given);
    return flags;
  }

  /** The settings in force: these flags, else the environment, else the file, else defaults. */
  Configuration configuration(Environment environment) {
    return Configuration.read(all(), environment.variables(), environment.folder());
  }

  void set(Setting setting, String value, String flag) {
    given.put(setting, new Choice(value, "flag " + flag));
  }

  boolean has(Setting setting) {
    return all().containsKey(setting);
  }

  private Map<Setting, Choice> all() {
    var all = new EnumMap<>(given);
    add(database.given(), all);
    return Collections.unmodifiableMap(all);
  }

  private static void add(Map<DatabaseSetting, String> given, Map<Setting, Choice> choices) {
    given.forEach((setting, value) ->
        choices.put(Setting.of(setting), new Choice(value, "flag " + setting.flag())));
  }
}
