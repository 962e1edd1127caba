package dev.trestle.homeops.model;

import dev.trestle.design.Design;
import dev.trestle.design.export.SchemaJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SchemaTest {
  @Test
  void the_tables_are_declared_as_schema_json_says() throws IOException {
    var root = Path.of(System.getProperty("trestle.root", ""));
    var file = root.resolve("systems/homeops/schema.json");
    SchemaJson.expect(Files.readString(file), Design.of(HomeOpsModel.MODEL));
  }
}
