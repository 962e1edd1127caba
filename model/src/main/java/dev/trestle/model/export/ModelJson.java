package dev.trestle.model.export;

import dev.trestle.model.Place;
import dev.trestle.model.design.Design;

/**
 * Our own format, which says all that a design does: docs/formats/model-json.md. What is written
 * reads back as the same design; checks, cost, matrix and every other export can start from it.
 */
public final class ModelJson {
  static final String FORMAT = "trestle-model";
  static final int VERSION = 1;

  private ModelJson() {}

  public static String write(Design design) {
    return Json.object()
        .put("format", FORMAT)
        .put("version", VERSION)
        .put("name", design.name())
        .put("tables", Json.array(design.tables().stream().map(TableJson::write).toList()))
        .put("entities", Json.array(design.entities().stream().map(EntityJson::write).toList()))
        .put("patterns", Json.array(design.patterns().stream().map(PatternJson::write).toList()))
        .done()
        .print();
  }

  /**
   * The design of a file's text.
   *
   * @param file the name that findings give as the place of what has none of its own
   * @throws UnreadableFileException if it is another format, another version or has a fault
   */
  public static Design read(String text, String file) {
    var at = JsonAt.root(Json.parse(text));
    if (!at.findText("format").filter(FORMAT::equals).isPresent()) {
      throw at.wrong("is no exported model: it lacks \"format\": \"" + FORMAT + "\"");
    }
    if (at.whole("version") != VERSION) {
      throw at.wrong("is of version %d; this reads %d".formatted(at.whole("version"), VERSION));
    }
    var here = Place.of(file);
    return new Design(
        at.text("name"),
        at.at("tables").list().stream().map(table -> TableJson.read(table, here)).toList(),
        at.list("entities").stream().map(entity -> EntityJson.read(entity, here)).toList(),
        at.list("patterns").stream().map(pattern -> PatternJson.read(pattern, here)).toList());
  }
}
