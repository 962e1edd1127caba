package dev.trestle.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.ManualClock;
import dev.trestle.model.Model;
import dev.trestle.spring.Recipes.Named;
import dev.trestle.spring.Recipes.Recipe;
import dev.trestle.store.Store;
import dev.trestle.store.StoreCall;
import dev.trestle.store.StoreObserver;
import dev.trestle.store.StoreOptions;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** What a Spring Boot program gets from the starter. */
class TrestleAutoConfigurationTest {
  private static final Recipe PANCAKES = new Recipe("pancakes", "Mix, wait, fry.");
  private static final String KEY = "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=";

  @TempDir Path folder;

  private final ApplicationContextRunner empty =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(TrestleAutoConfiguration.class));

  private final ApplicationContextRunner embedded =
      empty
          .withPropertyValues("trestle.mode=embedded")
          .withBean("recipes", Model.class, () -> Recipes.MODEL);

  private final ApplicationContextRunner aws =
      empty
          .withPropertyValues("trestle.mode=aws", "trestle.aws.region=eu-north-1")
          .withBean("recipes", Model.class, () -> Recipes.MODEL);

  @Test
  void a_model_gives_a_store_with_its_tables() {
    embedded.run(context -> {
      var store = context.getBean(Store.class);
      assertThat(store.run(Recipes.WRITE, PANCAKES).isDone()).isTrue();
      assertThat(store.run(Recipes.READ, new Named("pancakes"))).contains(PANCAKES);
    });
  }

  @Test
  void a_folder_keeps_the_data() {
    var durable =
        embedded.withPropertyValues("trestle.embedded.folder=" + folder.resolve("recipes"));
    durable.run(context -> context.getBean(Store.class).run(Recipes.WRITE, PANCAKES));
    durable.run(context ->
        assertThat(context.getBean(Store.class).run(Recipes.READ, new Named("pancakes")))
            .contains(PANCAKES));
  }

  @Test
  void tables_have_the_prefix() {
    embedded
        .withPropertyValues("trestle.table-prefix=test-")
        .run(context ->
            assertThat(context.getBean(DynamoDbClient.class).listTables().tableNames())
                .containsExactly("test-recipes"));
  }

  @Test
  void tables_are_not_created_if_that_is_turned_off() {
    embedded
        .withPropertyValues("trestle.create-tables=false")
        .run(context ->
            assertThat(context.getBean(DynamoDbClient.class).listTables().tableNames()).isEmpty());
  }

  @Test
  void beans_of_the_program_win() {
    try (var own = Trestle.inMemory()) {
      embedded
          .withBean(DynamoDbClient.class, own::client)
          .withBean(StoreOptions.class, () -> StoreOptions.standard().tablePrefix("mine-"))
          .run(context -> {
            assertThat(context).doesNotHaveBean(Trestle.class);
            assertThat(own.client().listTables().tableNames()).containsExactly("mine-recipes");
          });
      var store = Store.of(Recipes.MODEL, own.client());
      embedded
          .withBean(Store.class, () -> store)
          .run(context -> assertThat(context.getBean(Store.class)).isSameAs(store));
    }
  }

  @Test
  void the_clock_of_the_program_is_that_of_engine_and_store() {
    embedded
        .withBean(ManualClock.class, ManualClock::new)
        .run(context -> {
          assertThat(context.getBean(StoreOptions.class).clock())
              .isSameAs(context.getBean(ManualClock.class));
          var table =
              context.getBean(DynamoDbClient.class).describeTable(ask -> ask.tableName("recipes"));
          assertThat(table.table().creationDateTime()).isEqualTo(ManualClock.START);
        });
  }

  @Test
  void a_program_with_several_models_makes_its_stores() {
    embedded
        .withBean("other", Model.class, () -> Recipes.OTHER)
        .run(context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(Store.class);
          var store = context.getBean(StoreFactory.class).open(Recipes.OTHER);
          assertThat(store.run(Recipes.READ, new Named("pancakes"))).isEmpty();
        });
  }

  @Test
  void a_table_of_another_shape_is_refused() {
    try (var own = Trestle.inMemory()) {
      own.client()
          .createTable(table ->
              table
                  .tableName("recipes")
                  .billingMode("PAY_PER_REQUEST")
                  .keySchema(KeySchemaElement.builder().attributeName("id").keyType("HASH").build())
                  .attributeDefinitions(
                      AttributeDefinition.builder()
                          .attributeName("id")
                          .attributeType("N")
                          .build()));
      embedded
          .withBean(DynamoDbClient.class, own::client)
          .run(context ->
              assertThat(context)
                  .getFailure()
                  .rootCause()
                  .hasMessageContaining("The table recipes exists with other keys"));
    }
  }

  @Test
  void without_the_engine_the_mode_embedded_names_the_dependency() {
    embedded
        .withClassLoader(new FilteredClassLoader(Trestle.class))
        .run(context -> {
          assertThat(context).hasFailed();
          assertThat(action(context.getStartupFailure())).contains("dev.trestle:trestle-embedded");
        });
  }

  @Test
  void on_aws_a_cursor_key_is_required() {
    aws.run(context -> {
      assertThat(context).hasFailed();
      assertThat(action(context.getStartupFailure()))
          .contains("trestle.cursor.key")
          .contains("openssl rand -base64 32")
          .contains("trestle.mode=embedded");
    });
  }

  @Test
  void a_mode_that_is_not_set_is_aws() {
    empty
        .withPropertyValues("trestle.aws.region=eu-north-1")
        .run(context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("trestle.cursor.key is not set"));
  }

  @Test
  void a_cursor_key_that_cannot_be_used_is_not_printed() {
    aws.withPropertyValues("trestle.cursor.key=c2hvcnQ=")
        .run(context ->
            assertThat(context)
                .getFailure()
                .rootCause()
                .hasMessageContaining("trestle.cursor.key")
                .hasMessageNotContaining("c2hvcnQ="));
  }

  @Test
  void keys_of_one_version_are_refused() {
    aws.withPropertyValues("trestle.cursor.key=" + KEY, "trestle.cursor.former-key=" + KEY)
        .run(context ->
            assertThat(context).getFailure().rootCause().hasMessageContaining("the same version"));
  }

  @Test
  void the_client_for_aws_leaves_retries_to_the_store() {
    aws.withPropertyValues("trestle.cursor.key=" + KEY)
        .run(context -> {
          var client = context.getBean(DynamoDbClient.class).serviceClientConfiguration();
          assertThat(client.region().id()).isEqualTo("eu-north-1");
          assertThat(client.overrideConfiguration().retryStrategy().orElseThrow().maxAttempts())
              .isEqualTo(1);
        });
  }

  @Test
  void the_mode_aws_uses_its_endpoint() {
    try (var engine = Trestle.inMemory();
        var server = DynamoDbServer.start(engine.engine(), "127.0.0.1", 0)) {
      aws.withPropertyValues(
              "trestle.cursor.key=" + KEY,
              "trestle.aws.endpoint=" + server.endpoint(),
              "trestle.create-tables=true")
          .withSystemProperties("aws.accessKeyId=any", "aws.secretAccessKey=any")
          .run(context -> {
            assertThat(context).doesNotHaveBean(Trestle.class);
            context.getBean(Store.class).run(Recipes.WRITE, PANCAKES);
            assertThat(engine.client().scan(scan -> scan.tableName("recipes")).count())
                .isEqualTo(1);
          });
    }
  }

  @Test
  void observers_of_the_program_are_told_of_calls() {
    var calls = new ArrayList<StoreCall>();
    embedded
        .withBean(StoreObserver.class, () -> calls::add)
        .run(context -> context.getBean(Store.class).run(Recipes.WRITE, PANCAKES));
    assertThat(calls).extracting(StoreCall::pattern).containsExactly("R1");
  }

  @Test
  void metrics_are_counted_by_pattern() {
    embedded
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .run(context -> {
          var store = context.getBean(Store.class);
          store.run(Recipes.WRITE, PANCAKES);
          store.run(Recipes.WRITE, PANCAKES);
          store.run(Recipes.READ, new Named("pancakes"));
          var registry = context.getBean(MeterRegistry.class);
          assertThat(calls(registry, "R1", "done")).isEqualTo(1);
          assertThat(calls(registry, "R1", "refused")).isEqualTo(1);
          assertThat(calls(registry, "R2", "done")).isEqualTo(1);
          assertThat(count(registry, "read.units", "R2")).isEqualTo(0.5);
          assertThat(count(registry, "items", "R2")).isEqualTo(1);
          assertThat(count(registry, "write.units", "R1")).isEqualTo(1);
          assertThat(count(registry, "retries", "R1")).isZero();
          assertThat(
                  registry.get("trestle.store.calls").tag("model", "recipes").timers().stream()
                      .mapToDouble(timer -> timer.totalTime(TimeUnit.NANOSECONDS))
                      .sum())
              .isPositive();
        });
  }

  private static double count(MeterRegistry registry, String name, String pattern) {
    return registry.get("trestle.store." + name).tag("pattern", pattern).counters().stream()
        .mapToDouble(Counter::count)
        .sum();
  }

  private static long calls(MeterRegistry registry, String pattern, String outcome) {
    return registry
        .get("trestle.store.calls")
        .tags("pattern", pattern, "outcome", outcome)
        .timer()
        .count();
  }

  @Test
  void without_micrometer_there_are_no_metrics() {
    embedded
        .withClassLoader(new FilteredClassLoader(MeterRegistry.class))
        .run(context ->
            assertThat(context).hasSingleBean(Store.class).doesNotHaveBean("storeMetrics"));
  }

  @Test
  void without_a_registry_there_are_no_metrics() {
    embedded.run(context -> assertThat(context).doesNotHaveBean(StoreMetrics.class));
  }

  @Test
  void retries_are_counted() {
    var registry = new SimpleMeterRegistry();
    new StoreMetrics(registry)
        .ended(
            new StoreCall(
                "recipes",
                "R1",
                List.of("recipes"),
                Optional.empty(),
                Instant.EPOCH,
                Duration.ofMillis(5),
                1,
                3,
                0,
                2,
                StoreCall.Outcome.DONE,
                Optional.empty()));
    assertThat(count(registry, "retries", "R1")).isEqualTo(3);
  }

  /** What Spring Boot prints after "Action:". */
  private static String action(@Nullable Throwable failure) {
    var analysis = new SetupFailureAnalyzer().analyze(Objects.requireNonNull(failure));
    return String.valueOf(Objects.requireNonNull(analysis).getAction());
  }
}
