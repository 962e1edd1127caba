package dev.trestle.app;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * The commands that the script {@code trestle} carries out before any of this runs. They are
 * declared here so that help lists them and a mistyped one is recognised.
 */
final class LauncherCommands {
  private LauncherCommands() {}

  static void addTo(CommandLine line) {
    add(line, "test", "[MAVEN OPTIONS]", "Install what the tests need, then run them all.");
    add(line, "tidy", "", "Rewrite the sources in the project's format.");
    add(
        line,
        "trial",
        "messenger [--minutes N] [--seed N] [--keep FILE]",
        "Let a server be killed, frozen and cut off while people use it, and judge what they saw.");
    add(line, "bench", "[BENCHMARK] [OPTIONS]", "Run the benchmarks.");
  }

  private static void add(CommandLine line, String name, String arguments, String description) {
    var spec = CommandSpec.wrapWithoutInspection(refusal(name));
    var usage = new UsageMessageSpec().description(description);
    if (!arguments.isEmpty()) usage.customSynopsis("trestle " + name + " " + arguments);
    line.addSubcommand(name, spec.usageMessage(usage));
  }

  private static Runnable refusal(String name) {
    return () -> {
      throw new WrongUse("'" + name + "' is done by the script: run ./trestle " + name);
    };
  }
}
