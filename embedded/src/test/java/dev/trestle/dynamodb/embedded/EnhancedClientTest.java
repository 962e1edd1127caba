package dev.trestle.dynamodb.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primaryPartitionKey;
import static software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTags.primarySortKey;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticImmutableTableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.QueryConditional;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The SDK's object mapper works on the embedded clients. */
class EnhancedClientTest {
  record Note(String owner, long at, String text, List<String> labels) {}

  static final class NoteBuilder {
    private String owner = "";
    private long at;
    private String text = "";
    private List<String> labels = List.of();

    void owner(String value) {
      owner = value;
    }

    void at(Long value) {
      at = value;
    }

    void text(String value) {
      text = value;
    }

    void labels(@Nullable List<String> value) {
      labels = value == null ? List.of() : value;
    }

    Note build() {
      return new Note(owner, at, text, labels);
    }
  }

  private static final TableSchema<Note> SCHEMA =
      StaticImmutableTableSchema.builder(Note.class, NoteBuilder.class)
          .newItemBuilder(NoteBuilder::new, NoteBuilder::build)
          .addAttribute(
              String.class,
              a ->
                  a.name("owner")
                      .getter(Note::owner)
                      .setter(NoteBuilder::owner)
                      .tags(primaryPartitionKey()))
          .addAttribute(
              Long.class,
              a -> a.name("at").getter(Note::at).setter(NoteBuilder::at).tags(primarySortKey()))
          .addAttribute(
              String.class, a -> a.name("text").getter(Note::text).setter(NoteBuilder::text))
          .addAttribute(
              EnhancedType.listOf(String.class),
              a -> a.name("labels").getter(Note::labels).setter(NoteBuilder::labels))
          .build();

  private Trestle trestle;
  private DynamoDbEnhancedClient enhanced;
  private DynamoDbTable<Note> notes;

  @BeforeEach
  void open() {
    trestle = Trestle.inMemory();
    enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(trestle.client()).build();
    notes = enhanced.table("notes", SCHEMA);
    notes.createTable();
    try (var waiter = trestle.client().waiter()) {
      waiter.waitUntilTableExists(r -> r.tableName("notes"));
    }
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static Note note(int at) {
    return new Note("me", at, "text " + at, List.of("a", "b"));
  }

  private static Key key(int at) {
    return Key.builder().partitionValue("me").sortValue(at).build();
  }

  @Test
  void a_note_is_put_and_got() {
    notes.putItem(note(1));

    assertThat(notes.getItem(key(1))).isEqualTo(note(1));
    assertThat(notes.getItem(key(2))).isNull();
  }

  @Test
  void notes_are_queried_page_by_page() {
    for (int at = 0; at < 12; at++) notes.putItem(note(at));

    var found =
        notes.query(q -> q.queryConditional(QueryConditional.sortGreaterThan(key(3))).limit(5));

    assertThat(found.stream().map(page -> page.items().size())).containsExactly(5, 3);
    assertThat(found.items().stream().map(Note::at))
        .containsExactly(4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L);
  }

  @Test
  void a_note_is_updated() {
    notes.putItem(note(1));

    var changed = notes.updateItem(new Note("me", 1, "other", List.of()));

    assertThat(changed.text()).isEqualTo("other");
    assertThat(notes.getItem(key(1))).isEqualTo(changed);
  }

  @Test
  void a_condition_holds_for_the_mapper_too() {
    notes.putItem(note(1));
    var absent =
        Expression.builder()
            .expression("attribute_not_exists(#o)")
            .putExpressionName("#o", "owner")
            .build();

    assertThatThrownBy(() -> notes.putItem(r -> r.item(note(1)).conditionExpression(absent)))
        .isInstanceOf(ConditionalCheckFailedException.class);
  }

  @Test
  void notes_are_written_together_or_not_at_all() {
    var missing =
        Expression.builder()
            .expression("attribute_exists(#o)")
            .putExpressionName("#o", "owner")
            .build();
    enhanced.transactWriteItems(t -> t.addPutItem(notes, note(1)).addPutItem(notes, note(2)));

    assertThatThrownBy(() ->
            enhanced.transactWriteItems(t ->
                t.addDeleteItem(notes, key(1))
                    .addConditionCheck(notes, c -> c.key(key(9)).conditionExpression(missing))))
        .isInstanceOf(TransactionCanceledException.class);
    assertThat(notes.scan().items().stream().map(Note::at)).containsExactly(1L, 2L);
  }

  @Test
  void the_asynchronous_mapper_works_as_well() {
    var table =
        DynamoDbEnhancedAsyncClient.builder()
            .dynamoDbClient(trestle.asyncClient())
            .build()
            .table("notes", SCHEMA);

    var found = table.putItem(note(1)).thenCompose(_ -> table.getItem(key(1))).join();

    assertThat(found).isEqualTo(note(1));
  }
}
