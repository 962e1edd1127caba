package dev.trestle.app;

import dev.trestle.model.export.Json;
import dev.trestle.model.matrix.Matrix;
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
      description = "${COMPLETION-CANDIDATES} (terminal). HTML is of one design.")
  private Format format = Format.terminal;

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  MatrixCommand(World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    output.write(world, spec.commandLine().getOut(), json ? asJson() : drawn());
    return ExitCode.FINE;
  }

  private String drawn() {
    if (format == Format.html) {
      return Matrix.of(choice.only(world, "A page shows one.")).html();
    }
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
