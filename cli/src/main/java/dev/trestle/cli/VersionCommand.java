package dev.trestle.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints the version. */
@Command(name = "version", description = "Print the version of Trestle and of the Java it runs on.")
public final class VersionCommand implements Callable<Integer>, IVersionProvider {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    for (var line : getVersion()) spec.commandLine().getOut().println(line);
    return ExitCode.SUCCESS;
  }

  @Override
  public String[] getVersion() {
    var system = System.getProperty("os.name") + " " + System.getProperty("os.arch");
    return new String[] {
      "trestle %s (Java %s, %s)".formatted(ProgramVersion.read(), Runtime.version(), system)
    };
  }
}
