package dev.trestle.cli;

import java.util.ListResourceBundle;
import java.util.ResourceBundle;

/** The commands that work on designs and their tables. */
public final class DesignCommands {
  /** The key of the text that says what a design can be called. */
  static final String NAMES = "designs";

  private DesignCommands() {}

  /** Adds the commands, for the designs that the environment knows. */
  public static void addTo(CommandList commands, Environment environment) {
    commands
        .add("check", () -> new CheckCommand(environment))
        .add("matrix", () -> new MatrixCommand(environment))
        .add("plan", () -> new PlanCommand(environment))
        .add("simulate", () -> new SimulateCommand(environment))
        .add("export", () -> ExportCommand.line(environment))
        .add("import", () -> ImportCommand.line(environment))
        .add("create", () -> new CreateCommand(environment))
        .add("diff", () -> new DiffCommand(environment))
        .add("migrate", () -> MigrateCommand.line(environment));
  }

  /** Returns the texts that the descriptions of the commands refer to. */
  public static ResourceBundle texts(Environment environment) {
    return new ListResourceBundle() {
      @Override
      protected Object[][] getContents() {
        return new Object[][] {{NAMES, environment.designs().help()}};
      }
    };
  }
}
