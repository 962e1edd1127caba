package dev.trestle.cli;

import dev.trestle.design.Design;
import dev.trestle.design.export.Cdk;
import dev.trestle.design.export.CloudFormation;
import dev.trestle.design.export.IamPolicy;
import dev.trestle.design.export.ModelJson;
import dev.trestle.design.export.SchemaJson;
import dev.trestle.design.export.Terraform;
import dev.trestle.design.export.UnexportableException;
import dev.trestle.design.export.Workbench;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "export",
    synopsisSubcommandLabel = "FORMAT",
    description = "Write designs in another format.")
final class ExportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  /** A format to write. */
  enum Format {
    CLOUDFORMATION("cloudformation", ".template.json", "A CloudFormation template in JSON."),
    TERRAFORM("terraform", ".tf", "A Terraform file."),
    POLICY("policy", ".policy.json", "An IAM policy with exactly the permissions that it needs."),
    CDK("cdk", ".ts", "A CDK program in TypeScript."),
    WORKBENCH("workbench", ".workbench.json", "A NoSQL Workbench 3.0 model."),
    JSON("json", ".json", "The whole design, for --model and other programs."),
    SCHEMA("schema", ".schema.json", "Only the tables, as stored with each system.");

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
        case POLICY -> IamPolicy.write(design);
        case CDK -> Cdk.write(design);
        case WORKBENCH -> Workbench.write(design, Clock.systemUTC().instant());
        case JSON -> ModelJson.write(design);
        case SCHEMA -> SchemaJson.write(design);
      };
    }
  }

  static CommandLine line(Environment environment) {
    var line = new CommandLine(new ExportCommand());
    for (var format : Format.values()) {
      var one = new CommandLine(command(environment, format));
      one.getCommandSpec().usageMessage().description(format.description);
      line.addSubcommand(format.word, one);
    }
    return line;
  }

  private static One command(Environment environment, Format format) {
    return format == Format.POLICY ? new Policy(environment) : new One(environment, format);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a format.");
  }

  /** One format. */
  @Command
  static class One implements Callable<Integer> {
    private final Environment environment;
    private final Format format;

    @Mixin private final ModelChoice choice = new ModelChoice();
    @Mixin private final CommandOutput output = new CommandOutput();

    @Spec private CommandSpec spec = CommandSpec.create();

    One(Environment environment, Format format) {
      this.environment = environment;
      this.format = format;
    }

    String write(Design design) {
      return format.write(design);
    }

    @Override
    public Integer call() {
      var designs = choice.designs(environment);
      try {
        if (designs.size() == 1) {
          var text = write(designs.getFirst());
          output.write(environment, spec.commandLine().getOut(), text);
        } else {
          var files = new LinkedHashMap<String, String>();
          designs.forEach(design -> files.put(design.name() + format.ending, write(design)));
          output.writeAll(environment, files);
        }
        return ExitCode.SUCCESS;
      } catch (UnexportableException e) {
        spec.commandLine().getErr().println("trestle: " + e.getMessage());
        return ExitCode.PROBLEMS;
      }
    }
  }

  /** An IAM policy, which names tables as the servers do. */
  @Command
  static final class Policy extends One {
    private String prefix = "";

    Policy(Environment environment) {
      super(environment, Format.POLICY);
    }

    @Option(
        names = "--prefix",
        paramLabel = "TEXT",
        description = "Prefix of every table name, as the servers are given it.")
    void prefix(String text) {
      if (!text.matches("[A-Za-z0-9_.-]{0,64}")) {
        throw new UsageError(
            "--prefix must be up to 64 letters, digits, hyphens, dots and underscores.");
      }
      prefix = text;
    }

    @Override
    String write(Design design) {
      return IamPolicy.write(design, prefix);
    }
  }
}
