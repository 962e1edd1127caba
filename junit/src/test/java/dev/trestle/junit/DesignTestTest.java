package dev.trestle.junit;

import static dev.trestle.junit.Bookmarks.BOOKMARKS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.design.Design;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.cost.PriceList;
import dev.trestle.model.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

class DesignTestTest {
  private static final PriceList PRICES = PriceList.of("us-east-1");

  @TempDir Path folder;

  @TestFactory
  DesignTest the_design_of_bookmarks() {
    return DesignTest.of(Bookmarks.MODEL)
        .withSchema(Path.of("src/test/resources/bookmarks-schema.json"))
        .withBudget(5.00, PRICES);
  }

  @Test
  void a_finding_fails_the_test_of_its_check_with_a_remedy() {
    var neverWritten =
        Model.named("bookmarks").entities(BOOKMARKS).patterns(Bookmarks.OF_USER).build();
    assertThat(failures(DesignTest.of(neverWritten)))
        .hasSize(1)
        .allSatisfy((name, message) -> {
          assertThat(name).startsWith("used: Every table has entities");
          assertThat(message).contains("Fix: ");
        });
  }

  @Test
  void findings_below_the_chosen_severity_pass() {
    var neverWritten =
        Model.named("bookmarks").entities(BOOKMARKS).patterns(Bookmarks.OF_USER).build();
    assertThat(failures(DesignTest.of(neverWritten).failingFrom(Severity.FAULT))).isEmpty();
  }

  @Test
  void an_acceptance_that_nothing_needs_fails() {
    var accepting =
        Model.named("bookmarks")
            .entities(BOOKMARKS)
            .patterns(Bookmarks.SAVE, Bookmarks.OF_USER)
            .accept("counting", "B1", "once")
            .build();
    assertThat(failures(DesignTest.of(accepting)))
        .hasSize(1)
        .allSatisfy((_, message) -> assertThat(message).contains("Fix: remove this accept(…)"));
  }

  @Test
  void a_missing_schema_file_fails_and_says_how_to_write_it() {
    var schema = new SchemaFile(folder.resolve("none.json"), Design.of(Bookmarks.MODEL));
    assertThatThrownBy(() -> schema.verify(false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("Fix: write it by running this test with -Dtrestle.schema=write");
  }

  @Test
  void a_written_schema_file_passes_and_a_changed_one_fails() throws IOException {
    var file = folder.resolve("new/schema.json");
    var schema = new SchemaFile(file, Design.of(Bookmarks.MODEL));
    schema.verify(true);
    schema.verify(false);
    Files.writeString(file, Files.readString(file).replace("\"pk\"", "\"key\""));
    assertThatThrownBy(() -> schema.verify(false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("The tables of bookmarks differ from")
        .hasMessageContaining("Fix: decide how stored data follows");
  }

  @Test
  void a_budget_that_is_exceeded_names_the_most_expensive_patterns() {
    assertThat(failures(DesignTest.of(Bookmarks.MODEL).withBudget(0.01, PRICES)))
        .hasSize(1)
        .allSatisfy((name, message) -> {
          assertThat(name).isEqualTo("a month costs at most 0.01 USD in us-east-1");
          assertThat(message).contains("Fix: ").contains("(on demand: B2 ");
        });
  }

  private static Map<String, String> failures(DesignTest tests) {
    var failures = new LinkedHashMap<String, String>();
    for (var test : tests) {
      try {
        test.getExecutable().execute();
      } catch (AssertionError e) {
        failures.put(test.getDisplayName(), String.valueOf(e.getMessage()));
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }
    return failures;
  }
}
