package dev.trestle.store;

import static dev.trestle.model.AutoScaling.upTo;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.Projection;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.store.TableDrift.Difference;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

class TableDriftTest {
  private static final Table DECLARED =
      Table.named("t")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("one", string("a")).include("x", "y"))
          .global(index("two", string("b")).all())
          .local("three", string("c"), new Projection.KeysOnly())
          .provisioned(5, 6)
          .timeToLive("gone")
          .protectedFromDeletion()
          .stream(StreamView.KEYS_ONLY)
          .build();

  private static final Table OTHER =
      Table.named("t")
          .partition(string("pk"))
          .sort(number("sk"))
          .global(index("one", string("a")).sort(number("n")).include("y"))
          .global(index("four", string("b")).all())
          .local("three", string("c"), new Projection.KeysOnly())
          .build();

  private static List<Difference> drift(Table made, Table declared) {
    try (var trestle = Trestle.open(EngineOptions.inMemory())) {
      var client = trestle.client();
      TableCreation.create(List.of(made), client, "p-", Thread::sleep);
      return TableDrift.of(List.of(declared), client, "p-");
    }
  }

  @Test
  void a_table_as_it_is_declared_has_not_drifted() {
    assertThat(drift(DECLARED, DECLARED)).isEmpty();
    assertThat(drift(OTHER, OTHER)).isEmpty();
  }

  @Test
  void everything_that_differs_is_told_with_both_sides() {
    assertThat(drift(OTHER, DECLARED))
        .containsExactlyInAnyOrder(
            new Difference("p-t", "key", "pk S, sk S", "pk S, sk N"),
            new Difference("p-t", "index one: key", "a S", "a S, n N"),
            new Difference("p-t", "index one: projection", "INCLUDE x, y", "INCLUDE y"),
            new Difference("p-t", "index one: units", "5 read, 6 write", "none"),
            new Difference("p-t", "index two", "declared", "none"),
            new Difference("p-t", "index four", "none", "there"),
            new Difference("p-t", "billing", "PROVISIONED", "PAY_PER_REQUEST"),
            new Difference("p-t", "stream", "KEYS_ONLY", "none"),
            new Difference("p-t", "deletion protection", "on", "off"),
            new Difference("p-t", "time to live", "gone", "none"));
  }

  private static Table.Builder scaled() {
    return Table.named("t")
        .partition(string("pk"))
        .global(index("one", string("a")).all())
        .provisioned(5, 6, upTo(50, 60));
  }

  @Test
  void units_that_auto_scaling_changed_are_no_difference() {
    var now =
        Table.named("t")
            .partition(string("pk"))
            .global(index("one", string("a")).provisioned(50, 6).all())
            .provisioned(17, 60)
            .build();
    assertThat(drift(now, scaled().build())).isEmpty();
  }

  @Test
  void units_out_of_the_bounds_of_auto_scaling_are_a_difference() {
    var now =
        Table.named("t")
            .partition(string("pk"))
            .global(index("one", string("a")).provisioned(4, 6).all())
            .provisioned(51, 60)
            .build();
    assertThat(drift(now, scaled().build()))
        .containsExactlyInAnyOrder(
            new Difference(
                "p-t",
                "units",
                "5 read, 6 write, scaled up to 50 read, 60 write",
                "51 read, 60 write"),
            new Difference(
                "p-t",
                "index one: units",
                "5 read, 6 write, scaled up to 50 read, 60 write",
                "4 read, 6 write"));
  }

  @Test
  void a_table_that_is_not_there_is_one_difference() {
    var elsewhere = Table.named("elsewhere").partition(string("id")).build();
    assertThat(drift(elsewhere, DECLARED))
        .containsExactly(new Difference("p-t", "table", "declared", "none"));
  }

  @Test
  void replicas_are_missed_in_an_account_of_aws_and_bring_their_stream_with_them() {
    var declared = Table.named("things").partition(string("pk")).replicas("eu-north-1").build();
    try (var trestle = Trestle.open(EngineOptions.inMemory())) {
      TableCreation.create(List.of(declared), trestle.client(), "", Thread::sleep);
      var alone = inAws(trestle.client(), description -> {});
      assertThat(TableDrift.of(List.of(declared), alone, ""))
          .containsExactly(new Difference("things", "replicas", "eu-north-1", "none"));
      var replicated =
          inAws(
              trestle.client(),
              description ->
                  description
                      .replicas(ReplicaDescription.builder().regionName("eu-north-1").build())
                      .streamSpecification(
                          StreamSpecification.builder()
                              .streamEnabled(true)
                              .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)
                              .build()));
      assertThat(TableDrift.of(List.of(declared), replicated, "")).isEmpty();
    }
  }

  /** The same tables, described as if they were in an account. */
  private static DynamoDbClient inAws(
      DynamoDbClient engine, Consumer<TableDescription.Builder> changed) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (_, method, arguments) -> {
              Object answer;
              try {
                answer = method.invoke(engine, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
              if (!(answer instanceof DescribeTableResponse described)) return answer;
              var table =
                  described.table().toBuilder()
                      .tableArn("arn:aws:dynamodb:us-east-1:123456789012:table/things");
              changed.accept(table);
              return described.toBuilder().table(table.build()).build();
            });
  }
}
