package dev.trestle.design.export;

import dev.trestle.design.Design;

/**
 * Only the tables of a design: keys, indexes and settings, without source locations. Stored in the
 * repository beside a system, so that no table changes unnoticed.
 */
public final class SchemaJson {
  static final String FORMAT = "trestle-schema";
  static final int VERSION = 1;

  private SchemaJson() {}

  public static String write(Design design) {
    return JsonTree.object()
        .put("format", FORMAT)
        .put("version", VERSION)
        .put("name", design.name())
        .put(
            "tables",
            JsonTree.array(
                design.tables().stream().map(table -> TableJson.declared(table).done()).toList()))
        .done()
        .print();
  }

  /**
   * Rejects a declaration that differs from the file.
   *
   * @throws AssertionError with instructions
   */
  public static void expect(String file, Design design) {
    if (file.equals(write(design))) return;
    throw new AssertionError(
        """
        The tables of %1$s differ from schema.json. They may contain data, so describe \
        in a decision page (docs/decisions) what changes and how stored data follows, then run
          ./trestle export schema %1$s -o systems/%1$s/schema.json\
        """
            .formatted(design.name()));
  }
}
