package dev.trestle.app.command;

import com.fasterxml.jackson.core.JsonFactory;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.Setting;
import dev.trestle.cli.Environment;
import dev.trestle.cli.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "config",
    description = {
      "Print the configuration and where each value comes from.",
      "Flags come first, then TRESTLE_* in the environment, ./trestle.properties, and defaults."
    })
final class ConfigCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final Flags flags = new Flags();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  ConfigCommand(Environment environment) {
    this.environment = environment;
  }

  @Option(names = "--port", paramLabel = "PORT", description = "The port of 'serve'.")
  void port(String port) {
    flags.set(Setting.PORT, port, "--port");
  }

  @Option(
      names = "--db-port",
      paramLabel = "PORT",
      description = "The port for AWS SDKs, of 'db' and 'serve'.")
  void dbPort(String port) {
    flags.set(Setting.DB_PORT, port, "--db-port");
  }

  @Override
  public Integer call() throws IOException {
    var configuration = flags.configuration(environment);
    var out = spec.commandLine().getOut();
    if (json) out.println(asJson(configuration));
    else printTable(configuration, out);
    return ExitCode.SUCCESS;
  }

  private static void printTable(Configuration configuration, PrintWriter out) {
    var row = "%-13s %-20s %-22s %s%n";
    out.printf(row, "SETTING", "VALUE", "FROM", "MEANING");
    configuration
        .choices()
        .forEach((setting, choice) ->
            out.printf(
                row, setting.key(), choice.shown(setting), choice.origin(), setting.meaning()));
  }

  private static String asJson(Configuration configuration) throws IOException {
    var text = new StringWriter();
    try (var json = new JsonFactory().createGenerator(text)) {
      json.writeStartObject();
      for (var entry : configuration.choices().entrySet()) {
        json.writeObjectFieldStart(entry.getKey().key());
        json.writeStringField("value", entry.getValue().shown(entry.getKey()));
        json.writeStringField("from", entry.getValue().origin());
        json.writeEndObject();
      }
      json.writeEndObject();
    }
    return text.toString();
  }
}
