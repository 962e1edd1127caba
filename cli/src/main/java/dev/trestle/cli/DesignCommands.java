package dev.trestle.cli;

import java.util.ListResourceBundle;
import picocli.CommandLine;

/** The commands that work on designs and their tables. */
public final class DesignCommands {
  /** The key of the text that says what a design can be called. */
  static final String NAMES = "designs";

  private DesignCommands() {}

  /** Adds the commands, for the designs that the environment knows. */
  public static void addTo(CommandLine line, Environment environment) {
    line.addSubcommand(new CheckCommand(environment))
        .addSubcommand(new MatrixCommand(environment))
        .addSubcommand(new PlanCommand(environment))
        .addSubcommand(new SimulateCommand(environment))
        .addSubcommand(ExportCommand.line(environment))
        .addSubcommand(ImportCommand.line(environment))
        .addSubcommand(new CreateCommand(environment))
        .addSubcommand(new DiffCommand(environment))
        .addSubcommand(MigrateCommand.line(environment))
        .setResourceBundle(
            new ListResourceBundle() {
              @Override
              protected Object[][] getContents() {
                return new Object[][] {{NAMES, environment.designs().help()}};
              }
            });
  }
}
