package dev.trestle.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands of a program, in the order in which help lists them. Only the command that is run is
 * created, because reading the annotations of all commands takes longer than opening an engine.
 */
public final class CommandList {
  private final Map<String, Supplier<Object>> commands = new LinkedHashMap<>();

  /**
   * Adds a command with its name.
   *
   * @param command creates it. Not a reference to the constructor of a class that implements an
   *     interface of picocli: with one, JDK 25 fails to write its cache of classes.
   */
  public CommandList add(String name, Supplier<Object> command) {
    commands.put(name, command);
    return this;
  }

  /**
   * Adds the command that the arguments begin with to a command line. Adds all commands if the
   * arguments begin with something else, for help and for suggestions.
   */
  public void addTo(CommandLine line, String... arguments) {
    var named = arguments.length == 0 ? null : commands.get(arguments[0]);
    if (named != null) {
      line.addSubcommand(arguments[0], named.get());
    } else {
      commands.forEach((name, command) -> line.addSubcommand(name, command.get()));
    }
  }
}
