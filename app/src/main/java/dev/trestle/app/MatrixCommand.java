package dev.trestle.app;

import dev.trestle.model.export.Json;
import dev.trestle.model.matrix.Matrix;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "matrix",
    description = {
      "Print the access-pattern matrix and what stands in the keys.",
      "It says what each pattern does, where, and what a call costs."
    })
final class MatrixCommand implements Callable<Integer> {
  private final World world;

  /** How the matrix is drawn. */
  enum Format {
    terminal,
    markdown,
    html
  }

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final Output output = new Output();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "terminal",
      description = "${COMPLETION-CANDIDATES} (terminal).")
  private Format format = Format.terminal;

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  MatrixCommand(World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    if (json) output.write(world, out, asJson());
    else if (format == Format.html) pages(out);
    else output.write(world, out, drawn());
    return ExitCode.FINE;
  }

  private void pages(PrintWriter out) {
    var pages = new LinkedHashMap<String, String>();
    matrices().forEach(matrix -> pages.put(matrix.design() + ".html", matrix.html()));
    if (pages.size() == 1) output.write(world, out, pages.firstEntry().getValue());
    else output.writeAll(world, pages);
  }

  private String drawn() {
    return matrices().stream()
        .map(matrix -> format == Format.markdown ? matrix.markdown() : matrix.text())
        .map(text -> text.endsWith("\n") ? text : text + "\n")
        .collect(Collectors.joining("\n"));
  }

  private List<Matrix> matrices() {
    return choice.designs(world).stream().map(Matrix::of).toList();
  }

  private String asJson() {
    return Json.array(
            matrices().stream()
                .map(matrix ->
                    Json.object()
                        .put("design", matrix.design())
                        .put(
                            "rows",
                            Json.array(matrix.rows().stream().map(MatrixCommand::asJson).toList()))
                        .done())
                .toList())
        .print();
  }

  private static Json asJson(Matrix.Row row) {
    var out =
        Json.object()
            .put("step", row.step())
            .put("id", row.id())
            .put("title", row.title())
            .put("table", row.table());
    row.index().ifPresent(index -> out.put("index", index));
    return out.put("operation", row.operation())
        .put("key", row.key())
        .put("details", row.details())
        .put("consistency", row.consistency())
        .put("readUnits", row.units().read())
        .put("writeUnits", row.units().write())
        .put("perSecond", row.perSecond())
        .done();
  }
}
