package dev.trestle.cli;

import dev.trestle.cli.migrate.MigrationProgress;
import dev.trestle.cli.migrate.MigrationResult;
import dev.trestle.cli.migrate.MigrationStep;
import dev.trestle.cli.migrate.StepProgress;
import dev.trestle.cli.migrate.UnreadableItem;
import dev.trestle.design.ReportText;
import dev.trestle.design.export.JsonTree;
import java.io.PrintWriter;

/**
 * Prints how far a migration is: a bar on a terminal, otherwise a line for each tenth of a step;
 * with JSON, a line for each page.
 */
final class MigrationPrinter implements MigrationProgress, AutoCloseable {
  private final PrintWriter out;
  private final PrintWriter err;
  private final boolean json;
  private final ProgressLine line;

  MigrationPrinter(PrintWriter out, PrintWriter err, boolean json) {
    this.out = out;
    this.err = err;
    this.json = json;
    this.line = ProgressLine.on(out);
  }

  @Override
  public void at(StepProgress progress, long itemsTotal) {
    if (json) {
      printLine(asJson(progress, itemsTotal));
    } else if (progress.done()) {
      line.clear();
      out.println("done: " + progress.step().title() + counts(progress));
      out.flush();
    } else if (line.isTerminal()) {
      line.at(progress.step().title(), progress.items(), itemsTotal);
    } else {
      var share = itemsTotal == 0 ? "" : ", %d %%".formatted(tenths(progress, itemsTotal) * 10);
      line.at(progress.step().title() + share, progress.items(), itemsTotal);
    }
  }

  private static long tenths(StepProgress progress, long itemsTotal) {
    return Math.min(10, progress.items() * 10 / itemsTotal);
  }

  private static String counts(StepProgress progress) {
    return progress.step().isPass()
        ? ", %s, %s changed, %s"
            .formatted(
                ReportText.count((double) progress.items(), "item"),
                ReportText.number((double) progress.changed()),
                ReportText.count(Math.rint(progress.units()), "unit"))
        : "";
  }

  @Override
  public void waiting(String owner) {
    line.clear();
    err.println(
        "trestle: %s was applying this. Waiting to see whether it is alive.".formatted(owner));
    err.flush();
  }

  /** Prints what is left. */
  void result(MigrationResult result) {
    for (var item : result.unreadable()) err.println("trestle: " + text(item));
    if (!result.unreadable().isEmpty()) {
      err.println("trestle: repair or delete these items, and apply again.");
    }
    var left = result.left().stream().map(MigrationStep::title).toList();
    if (json) {
      printLine(
          JsonTree.object()
              .put("done", JsonTree.of(result.isDone()))
              .put("left", JsonTree.texts(left))
              .done());
    } else if (result.isDone()) {
      if (left.isEmpty()) out.println("All is as declared.");
      left.forEach(title -> out.println("left for 'apply --drop': " + title));
    }
    out.flush();
    err.flush();
  }

  private static String text(UnreadableItem item) {
    return "%s: %s, in the item %s".formatted(item.table(), item.reason(), item.key());
  }

  private static JsonTree asJson(StepProgress progress, long itemsTotal) {
    return JsonTree.object()
        .put("step", progress.step().title())
        .put("done", JsonTree.of(progress.done()))
        .put("items", JsonTree.of(progress.items()))
        .put("itemsTotal", JsonTree.of(itemsTotal))
        .put("changed", JsonTree.of(progress.changed()))
        .put("unreadable", JsonTree.of(progress.unreadable()))
        .put("units", JsonTree.of(progress.units()))
        .done();
  }

  /** On one line: texts contain no newlines, they are escaped. */
  private void printLine(JsonTree tree) {
    out.println(tree.print().strip().replaceAll("\\n\\s*", " "));
    out.flush();
  }

  @Override
  public void close() {
    line.clear();
  }
}
