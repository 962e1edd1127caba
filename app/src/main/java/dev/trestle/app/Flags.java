package dev.trestle.app;

import dev.trestle.app.Configuration.Choice;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags that several commands share, kept as they were typed. */
final class Flags {
  private final Map<Setting, Choice> given = new EnumMap<>(Setting.class);

  @Option(names = "--data", paramLabel = "DIR", description = "Folder of the data (./data).")
  void data(String folder) {
    give(Setting.DATA, folder, "--data");
  }

  @Option(names = "--host", paramLabel = "ADDRESS", description = "Listen here (127.0.0.1).")
  void host(String address) {
    give(Setting.HOST, address, "--host");
  }

  @Option(
      names = "--durability",
      paramLabel = "MODE",
      description = "sync: acknowledged is on disk; fast: the system decides when (sync).")
  void durability(String mode) {
    give(Setting.DURABILITY, mode, "--durability");
  }

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description = "Answer only what is signed with a key of this file, as in ~/.aws/credentials.")
  void credentials(String file) {
    give(Setting.CREDENTIALS, file, "--credentials");
  }

  @Option(
      names = "--allow-anyone",
      description = "Let others than this machine come in without a signature.")
  void allowAnyone(boolean allowed) {
    give(Setting.ALLOW_ANYONE, Boolean.toString(allowed), "--allow-anyone");
  }

  void give(Setting setting, String value, String flag) {
    given.put(setting, new Choice(value, "flag " + flag));
  }

  Optional<Choice> given(Setting setting) {
    return Optional.ofNullable(given.get(setting));
  }
}
