package dev.trestle.cli;

import dev.trestle.design.export.JsonTree;
import dev.trestle.design.matrix.Matrix;
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
      "Print the access-pattern matrix and the contents of the keys.",
      "It shows what each pattern does, on which table, and what a call costs."
    })
final class MatrixCommand implements Callable<Integer> {
  private final Environment environment;

  /** How the matrix is printed. */
  enum Format {
    terminal,
    markdown,
    html
  }

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final CommandOutput output = new CommandOutput();

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "terminal",
      description = "${COMPLETION-CANDIDATES} (terminal).")
  private Format format = Format.terminal;

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  MatrixCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    if (json) output.write(environment, out, asJson());
    else if (format == Format.html) pages(out);
    else output.write(environment, out, drawn());
    return ExitCode.SUCCESS;
  }

  private void pages(PrintWriter out) {
    var pages = new LinkedHashMap<String, String>();
    matrices().forEach(matrix -> pages.put(matrix.design() + ".html", matrix.html()));
    if (pages.size() == 1) output.write(environment, out, pages.firstEntry().getValue());
    else output.writeAll(environment, pages);
  }

  private String drawn() {
    return matrices().stream()
        .map(matrix -> format == Format.markdown ? matrix.markdown() : matrix.text())
        .map(text -> text.endsWith("\n") ? text : text + "\n")
        .collect(Collectors.joining("\n"));
  }

  private List<Matrix> matrices() {
    return choice.designs(environment).stream().map(Matrix::of).toList();
  }

  private String asJson() {
    return JsonTree.array(
            matrices().stream()
                .map(matrix ->
                    JsonTree.object()
                        .put("design", matrix.design())
                        .put(
                            "rows",
                            JsonTree.array(
                                matrix.rows().stream().map(MatrixCommand::asJson).toList()))
                        .done())
                .toList())
        .print();
  }

  private static JsonTree asJson(Matrix.Row row) {
    var out =
        JsonTree.object()
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
