package dev.trestle.cli;

import dev.trestle.design.source.ModelSource;
import dev.trestle.design.source.SampledTable;
import java.util.List;
import javax.lang.model.SourceVersion;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The Java source that a command writes. */
final class ModelSourceOptions {
  private String type = "ImportedModel";

  @Mixin private final CommandOutput output = new CommandOutput();

  @Option(
      names = "--class",
      paramLabel = "NAME",
      description = "The name of the class, with its package (ImportedModel).")
  void type(String name) {
    if (!SourceVersion.isName(name)) throw new UsageError("--class %s: no name".formatted(name));
    type = name;
  }

  /** Writes the source, and the findings as errors are. */
  void write(Environment environment, CommandSpec spec, List<SampledTable> tables) {
    var source = ModelSource.of(type, tables);
    output.write(environment, spec.commandLine().getOut(), source.java());
    var err = spec.commandLine().getErr();
    source.findings().forEach(err::println);
    err.flush();
  }
}
