package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.Design.UsedEntity;
import dev.trestle.model.AcceptedFinding;
import dev.trestle.model.SourceLocation;

/**
 * Our own format, which contains everything that a design does; see docs/formats/model-json.md. A
 * file reads back as the same design, so checks, cost estimates, the matrix and all other exports
 * can start from it.
 */
public final class ModelJson {
  static final String FORMAT = "trestle-model";
  static final int VERSION = 2;

  private ModelJson() {}

  public static String write(Design design) {
    return JsonTree.object()
        .put("format", FORMAT)
        .put("version", VERSION)
        .put("name", design.name())
        .put("tables", JsonTree.array(design.tables().stream().map(TableJson::write).toList()))
        .put("entities", JsonTree.array(design.entities().stream().map(EntityJson::write).toList()))
        .put("uses", JsonTree.array(design.uses().stream().map(ModelJson::write).toList()))
        .put(
            "patterns", JsonTree.array(design.patterns().stream().map(PatternJson::write).toList()))
        .put("accepted", JsonTree.array(design.accepted().stream().map(ModelJson::write).toList()))
        .done()
        .print();
  }

  /**
   * Reads a design.
   *
   * @param file the file name, used as the location in findings
   * @throws UnreadableFileException if it has another format or version, or an error
   */
  public static Design read(String text, String file) {
    var at = JsonField.root(JsonTree.parse(text));
    if (!at.findText("format").filter(FORMAT::equals).isPresent()) {
      throw at.wrong("is no exported model: it lacks \"format\": \"" + FORMAT + "\"");
    }
    if (at.whole("version") != VERSION) {
      throw at.wrong("is of version %d; this reads %d".formatted(at.whole("version"), VERSION));
    }
    var here = SourceLocation.of(file);
    return new Design(
        at.text("name"),
        at.at("tables").list().stream().map(table -> TableJson.read(table, here)).toList(),
        at.list("entities").stream().map(entity -> EntityJson.read(entity, here)).toList(),
        at.list("uses").stream().map(used -> used(used, here)).toList(),
        at.list("patterns").stream().map(pattern -> PatternJson.read(pattern, here)).toList(),
        at.list("accepted").stream().map(finding -> accepted(finding, here)).toList());
  }

  private static JsonTree write(UsedEntity used) {
    return JsonTree.object()
        .put("table", TableJson.write(used.table()))
        .put("entity", EntityJson.write(used.entity()))
        .done();
  }

  private static UsedEntity used(JsonField at, SourceLocation here) {
    return new UsedEntity(
        TableJson.read(at.at("table"), here), EntityJson.read(at.at("entity"), here));
  }

  private static JsonTree write(AcceptedFinding finding) {
    return JsonTree.object()
        .put("check", finding.check())
        .put("subject", finding.subject())
        .put("reason", finding.reason())
        .put("place", TableJson.write(finding.place()))
        .done();
  }

  private static AcceptedFinding accepted(JsonField at, SourceLocation here) {
    return at.made(() ->
        new AcceptedFinding(
            at.text("check"),
            at.text("subject"),
            at.text("reason"),
            TableJson.findPlace(at).orElse(here)));
  }
}
