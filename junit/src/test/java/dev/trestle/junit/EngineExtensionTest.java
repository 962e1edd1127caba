package dev.trestle.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.trestle.store.Store;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Event;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Runs samples in JUnit and looks at the results. */
class EngineExtensionTest {
  private static final AtomicReference<DynamoDbClient> KEPT = new AtomicReference<>();

  @Test
  void an_engine_is_closed_after_its_test() {
    run(Keeps.class).testEvents().assertStatistics(events -> events.succeeded(1));
    assertThatThrownBy(() -> KEPT.get().listTables()).hasMessageContaining("the engine is closed");
  }

  @TrestleTest
  static class Keeps {
    @Test
    void keeps_a_client(DynamoDbClient client) {
      assertThat(client.listTables().tableNames()).isEmpty();
      KEPT.set(client);
    }
  }

  @Test
  void an_engine_for_each_method_is_not_there_before_all() {
    assertThat(failure(run(BeforeAllTests.class)))
        .contains("Use @BeforeEach, or share one engine: @TrestleTest(engine = Lifetime.CLASS)");
  }

  @TrestleTest
  static class BeforeAllTests {
    @BeforeAll
    static void before(DynamoDbClient client) {
      client.listTables();
    }

    @Test
    void does_not_run() {}
  }

  @Test
  void a_store_needs_a_model() {
    assertThat(failure(run(WithoutModel.class)))
        .contains("A Store parameter needs one model, but @TrestleTest names 0.");
  }

  @TrestleTest
  static class WithoutModel {
    @Test
    void wants_a_store(Store store) {
      store.model();
    }
  }

  @Test
  void a_class_that_declares_no_model_is_refused() {
    assertThat(failure(run(NamesNoModel.class)))
        .contains("java.lang.String declares no model. Name a class with a static field");
  }

  @TrestleTest(String.class)
  static class NamesNoModel {
    @Test
    void wants_a_client(DynamoDbClient client) {
      client.listTables();
    }
  }

  private static EngineExecutionResults run(Class<?> sample) {
    return EngineTestKit.engine("junit-jupiter").selectors(selectClass(sample)).execute();
  }

  private static String failure(EngineExecutionResults results) {
    return results.allEvents().failed().stream()
        .map(Event::getPayload)
        .flatMap(payload -> payload.stream())
        .map(TestExecutionResult.class::cast)
        .map(result -> String.valueOf(result.getThrowable().orElseThrow().getMessage()))
        .findFirst()
        .orElseThrow();
  }
}
