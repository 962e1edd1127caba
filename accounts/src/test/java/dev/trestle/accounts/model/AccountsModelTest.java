package dev.trestle.accounts.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.design.export.SchemaJson;
import dev.trestle.model.AccessPattern;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class AccountsModelTest {
  @Test
  void the_seeds_patterns_of_these_tables_keep_their_ids() {
    assertThat(AccountsModel.MODEL.patterns())
        .extracting(AccessPattern::id)
        .contains("M1", "M2", "M16", "M17", "M19", "M20");
  }

  @Test
  void the_model_has_no_faults_or_warnings() {
    ModelCheck.of(AccountsModel.MODEL).orThrow(Severity.WARNING);
  }

  @Test
  void the_tables_are_as_schema_json_says() throws IOException {
    var root = Path.of(System.getProperty("trestle.root", ""));
    var file = root.resolve("accounts/schema.json");
    SchemaJson.expect(Files.readString(file), Design.of(AccountsModel.MODEL));
  }
}
