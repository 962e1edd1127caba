package dev.trestle.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "version", description = "Print the version of Trestle and of the Java it runs on.")
final class VersionCommand implements Callable<Integer>, IVersionProvider {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    for (var line : getVersion()) spec.commandLine().getOut().println(line);
    return ExitCode.FINE;
  }

  @Override
  public String[] getVersion() {
    var system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return new String[] {
      "trestle %s (Java %s, %s)".formatted(trestle(), Runtime.version(), system)
    };
  }

  private static String trestle() {
    var properties = new Properties();
    try (var text = VersionCommand.class.getResourceAsStream("version.properties")) {
      if (text == null) throw new IllegalStateException("the build left out version.properties");
      properties.load(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "");
  }
}
