package dev.trestle.app;

import dev.trestle.model.design.Design;
import dev.trestle.model.export.Cdk;
import dev.trestle.model.export.CloudFormation;
import dev.trestle.model.export.ModelJson;
import dev.trestle.model.export.SchemaJson;
import dev.trestle.model.export.Terraform;
import dev.trestle.model.export.UnexportableException;
import dev.trestle.model.export.Workbench;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    synopsisSubcommandLabel = "FORMAT",
    description = "Write designs in another form.")
final class ExportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** What a design can be written as. */
  private enum Format {
    CLOUDFORMATION("cloudformation", ".template.json", "A template of CloudFormation, in JSON."),
    TERRAFORM("terraform", ".tf", "A file of Terraform, in HCL."),
    CDK("cdk", ".ts", "A program for CDK, in TypeScript."),
    WORKBENCH("workbench", ".workbench.json", "A model file of NoSQL Workbench 3.0."),
    JSON("json", ".json", "All that the design says: what --model and other programs read."),
    SCHEMA("schema", ".schema.json", "The tables alone, as kept beside each system.");

    private final String word;
    private final String ending;
    private final String description;

    Format(String word, String ending, String description) {
      this.word = word;
      this.ending = ending;
      this.description = description;
    }

    String write(Design design) {
      return switch (this) {
        case CLOUDFORMATION -> CloudFormation.write(design);
        case TERRAFORM -> Terraform.write(design);
        case CDK -> Cdk.write(design);
        case WORKBENCH -> Workbench.write(design, Clock.systemUTC().instant());
        case JSON -> ModelJson.write(design);
        case SCHEMA -> SchemaJson.write(design);
      };
    }
  }

  static CommandLine line(World world) {
    var line = new CommandLine(new ExportCommand());
    for (var format : Format.values()) {
      var one = new CommandLine(new One(world, format));
      one.getCommandSpec().usageMessage().description(format.description);
      line.addSubcommand(format.word, one);
    }
    return line;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "export as what?");
  }

  /** One format. */
  @Command
  private static final class One implements Callable<Integer> {
    private final World world;
    private final Format format;

    @Mixin private final ModelChoice choice = new ModelChoice();
    @Mixin private final Output output = new Output();

    @Spec private CommandSpec spec = CommandSpec.create();

    One(World world, Format format) {
      this.world = world;
      this.format = format;
    }

    @Override
    public Integer call() {
      var designs = choice.designs(world);
      try {
        if (designs.size() == 1) {
          var text = format.write(designs.getFirst());
          output.write(world, spec.commandLine().getOut(), text);
        } else {
          var files = new LinkedHashMap<String, String>();
          designs.forEach(design -> files.put(design.name() + format.ending, format.write(design)));
          output.writeAll(world, files);
        }
        return ExitCode.FINE;
      } catch (UnexportableException e) {
        spec.commandLine().getErr().println("trestle: " + e.getMessage());
        return ExitCode.FOUND_FAULTS;
      }
    }
  }
}
