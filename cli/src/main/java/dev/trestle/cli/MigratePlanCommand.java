package dev.trestle.cli;

import dev.trestle.cli.migrate.Migration;
import dev.trestle.cli.migrate.MigrationOptions;
import dev.trestle.cli.migrate.MigrationPlan;
import dev.trestle.cli.migrate.MigrationPlan.PlannedStep;
import dev.trestle.design.export.JsonTree;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "plan",
    description = {
      "Print the steps that bring tables and items to a model, and change nothing.",
      "Costs are estimated from the size of the tables and a page of each."
    },
    footer = {"", "Exits with 1 if the tables cannot be brought to the model."})
final class MigratePlanCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final MigrateOptions options = new MigrateOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  MigratePlanCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var model = options.choice.model(environment);
    var chosen = options.with(MigrationOptions.LEASE, false);
    return options.endpoint.with(
        spec.commandLine().getErr(), client -> print(Migration.plan(model, client, chosen)));
  }

  private int print(MigrationPlan plan) {
    var out = spec.commandLine().getOut();
    out.print(options.json ? asJson(plan).print() : asText(plan));
    out.flush();
    return plan.problems().isEmpty() ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
  }

  private static String asText(MigrationPlan plan) {
    var text = new StringBuilder();
    if (plan.steps().isEmpty()) text.append("Nothing to do.\n");
    else text.append(table(plan).print());
    for (var problem : plan.problems())
      text.append("cannot be done: ").append(problem).append('\n');
    for (var left : plan.left()) text.append("left as it is: ").append(left).append('\n');
    if (plan.underWay()) text.append("It was begun; apply goes on where it was.\n");
    if (plan.steps().stream().anyMatch(step -> step.step().isLast())) {
      text.append("The last steps are for 'apply --drop'.\n");
    }
    return text.toString();
  }

  private static TextTable table(MigrationPlan plan) {
    var table =
        new TextTable("step", "items", "changes", "reads", "writes", "time", "readers", "undo");
    for (var step : plan.steps()) {
      table.row(
          (step.progress().done() ? "done: " : "") + step.step().title(),
          number(step.items()),
          number(step.changes()),
          number(step.readUnits()),
          number(step.writeUnits()),
          time(step),
          step.step().readers(),
          step.step().undo());
    }
    return table;
  }

  private static String number(long count) {
    return String.format(Locale.ROOT, "%,d", count).replace(',', ' ');
  }

  private static String time(PlannedStep step) {
    return step.duration().map(MigratePlanCommand::text).orElse("DynamoDB's");
  }

  private static String text(Duration duration) {
    if (duration.toHours() > 0) {
      return "%d h %d min".formatted(duration.toHours(), duration.toMinutesPart());
    }
    if (duration.toMinutes() > 0) {
      return "%d min %d s".formatted(duration.toMinutes(), duration.toSecondsPart());
    }
    return duration.toSeconds() + " s";
  }

  private static JsonTree asJson(MigrationPlan plan) {
    return JsonTree.object()
        .put("model", plan.model())
        .put("underWay", JsonTree.of(plan.underWay()))
        .put(
            "steps", JsonTree.array(plan.steps().stream().map(MigratePlanCommand::asJson).toList()))
        .put("problems", JsonTree.texts(plan.problems()))
        .put("left", JsonTree.texts(plan.left()))
        .done();
  }

  private static JsonTree asJson(PlannedStep step) {
    var out =
        JsonTree.object()
            .put("step", step.step().title())
            .put("done", JsonTree.of(step.progress().done()))
            .put("items", JsonTree.of(step.items()))
            .put("changes", JsonTree.of(step.changes()))
            .put("readUnits", JsonTree.of(step.readUnits()))
            .put("writeUnits", JsonTree.of(step.writeUnits()));
    step.duration().ifPresent(time -> out.put("seconds", JsonTree.of(time.toSeconds())));
    return out.put("readers", step.step().readers())
        .put("undo", step.step().undo())
        .put("last", JsonTree.of(step.step().isLast()))
        .done();
  }
}
