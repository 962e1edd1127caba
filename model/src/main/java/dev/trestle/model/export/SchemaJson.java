package dev.trestle.model.export;

import dev.trestle.model.design.Design;

/**
 * The tables of a design alone: keys, indexes and settings, without where they are declared. Kept
 * in the repository beside a system, so that no table changes unnoticed.
 */
public final class SchemaJson {
  static final String FORMAT = "trestle-schema";

  private SchemaJson() {}

  public static String write(Design design) {
    return Json.object()
        .put("format", FORMAT)
        .put("version", ModelJson.VERSION)
        .put("name", design.name())
        .put(
            "tables",
            Json.array(
                design.tables().stream().map(table -> TableJson.declared(table).done()).toList()))
        .done()
        .print();
  }

  /**
   * Refuses a declaration that is not what the file says.
   *
   * @throws AssertionError which says what to do about it
   */
  public static void expect(String file, Design design) {
    if (file.equals(write(design))) return;
    throw new AssertionError(
        """
        The tables of %1$s are declared otherwise than schema.json says. Data may lie in them: say \
        in a decision page (docs/decisions) what changes and how what is stored follows, then run
          ./trestle export schema %1$s -o systems/%1$s/schema.json\
        """
            .formatted(design.name()));
  }
}
