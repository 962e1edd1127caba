package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.throwable;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.model.codec.CodecException;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.RefusedValueException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What goes wrong at run time names the pattern, the record and the component, never a value. */
class NamedFailuresTest {
  record Note(String owner, String name, String text, Optional<String> tag) {}

  record Headline(String name, String text) {}

  record OfOwner(String owner) {}

  record OfNote(String owner, String name) {}

  record Retext(String owner, String name, String text) {}

  record Moves(Note put, List<Note> more) {}

  private static final Part<String> OWNER = Part.text("owner", Alphabet.of("a-z"), 9);
  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 9);
  private static final Part<String> TAG = Part.text("tag", Alphabet.of("a-z"), 9);

  private static final Table TABLE =
      Table.named("notes")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("tags", string("tag")).all())
          .build();
  private static final Entity<Note> NOTE =
      TABLE
          .entity(Note.class, lookup())
          .partition(KeyTemplate.of("o#<owner>", OWNER))
          .sort(KeyTemplate.of("n#<name>", NAME))
          .in("tags", TAG)
          .example(note("dishes"));
  private static final Put<Note, Note> PUT = NOTE.put("N1", "keep").build();
  private static final Get<OfNote, Note> GET = NOTE.get("N2", "one", OfNote.class).build();
  private static final Query<OfOwner, Note> ALL = NOTE.query("N3", "all", OfOwner.class).build();
  private static final Update<Retext, Note> RETEXT =
      NOTE.update("N4", "another text", Retext.class)
          .set(Note::text)
          .to(param(Retext::text))
          .when(field(Note::text).isNot(param(Retext::text)))
          .build();
  private static final Transaction<Moves> MOVES =
      Transaction.of("N5", "several", Moves.class, lookup())
          .step(PUT, Moves::put)
          .each(PUT, Moves::more, 5)
          .build();
  private static final BatchGet<OfNote, Note> SOME =
      NOTE.batchGet("N6", "some", OfNote.class).build();
  private static final Query<OfOwner, Headline> HEADLINES =
      NOTE.query("N7", "headlines", OfOwner.class).as(Headline.class).build();
  private static final Model MODEL =
      Model.named("notes")
          .entities(NOTE)
          .patterns(PUT, GET, ALL, RETEXT, MOVES, SOME, HEADLINES)
          .build();

  private static final OfOwner ANN = new OfOwner("ann");

  private final Trestle trestle = Trestle.inMemory();
  private final Store store = open(StoreOptions.standard());

  private Store open(StoreOptions options) {
    TableCreation.create(MODEL, trestle.client(), "");
    return Store.of(MODEL, trestle.client(), options);
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  private static Note note(String name) {
    return new Note("ann", name, "by hand", Optional.of("home"));
  }

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"})
  void null_parameters_and_null_components() {
    assertThatThrownBy(() -> store.run(GET, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("N2: the parameters are null.");
    assertThatThrownBy(() -> store.run(ALL, ANN, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("N3: the cursor is null");
    assertThatThrownBy(() -> store.run(GET, new OfNote("ann", null)))
        .isInstanceOf(CodecException.class)
        .hasMessage("N2: OfNote.name: null; an absent value is an empty Optional");
    assertThatThrownBy(() -> store.run(PUT, new Note("ann", "a", null, Optional.empty())))
        .hasMessageContaining("N1: Note.text: null");
    assertThatThrownBy(() -> store.run(PUT, new Note("ann", "a", "text", null)))
        .hasMessageContaining("N1: Note.tag: null; an absent value is an empty Optional");
    assertThatThrownBy(() -> store.run(RETEXT, new Retext("ann", "a", null)))
        .hasMessageContaining("N4: the parameter Retext.text is null");
  }

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"})
  void null_steps_of_a_transaction() {
    assertThatThrownBy(() -> store.run(MOVES, new Moves(null, List.of())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("N5: the parameter Moves.put is null");
    assertThatThrownBy(() -> store.run(MOVES, new Moves(note("a"), Arrays.asList(note("b"), null))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("N5: element 1 of more is null");
  }

  @Test
  void a_value_that_a_key_does_not_take() {
    assertThatThrownBy(() -> store.run(GET, new OfNote("ann", "SECRET")))
        .isInstanceOf(RefusedValueException.class)
        .hasMessageStartingWith("N2: <name>: ")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("SECRET");
  }

  @Test
  void an_item_that_is_too_large() {
    var large = new Note("ann", "a", "x".repeat(500_000), Optional.empty());
    assertThatThrownBy(() -> store.run(PUT, large))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("N1: ");
    assertThatThrownBy(() -> store.run(MOVES, new Moves(large, List.of())))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageContaining("N5: ");
  }

  /** As another program might have written it. */
  private void spoil(String name) {
    trestle
        .client()
        .putItem(request ->
            request
                .tableName("notes")
                .item(
                    Map.of(
                        "pk", AttributeValue.fromS("o#ann"),
                        "sk", AttributeValue.fromS("n#" + name),
                        "text", AttributeValue.fromN("1"))));
  }

  @Test
  void an_item_that_is_no_record_names_itself() {
    store.run(PUT, note("a"));
    spoil("b");
    store.run(PUT, note("c"));
    for (var failing :
        List.<org.assertj.core.api.ThrowableAssert.ThrowingCallable>of(
            () -> store.run(GET, new OfNote("ann", "b")),
            () -> store.run(ALL, ANN),
            () -> store.run(HEADLINES, ANN),
            () -> store.run(SOME, List.of(new OfNote("ann", "b"))))) {
      assertThatThrownBy(failing)
          .asInstanceOf(throwable(UnreadableItemException.class))
          .hasMessageContaining("text: found N, expected S")
          .hasMessageContaining("the table notes")
          .matches(e -> String.valueOf(e.getMessage()).startsWith(e.pattern() + ": "))
          .extracting(UnreadableItemException::key)
          .isEqualTo(
              Map.of("pk", AttributeValue.fromS("o#ann"), "sk", AttributeValue.fromS("n#b")));
    }
  }

  @Test
  void an_item_that_is_no_record_does_not_hide_its_partition() {
    store.run(PUT, note("a"));
    spoil("b");
    store.run(PUT, note("c"));
    var lenient = Store.of(MODEL, trestle.client(), StoreOptions.standard().listUnreadable());
    var page = lenient.run(ALL, ANN);
    assertThat(page.items()).containsExactly(note("a"), note("c"));
    assertThat(page.unreadable()).hasSize(1);
    assertThat(page.unreadable().getFirst().key()).containsEntry("sk", AttributeValue.fromS("n#b"));
    assertThat(lenient.run(HEADLINES, ANN).items())
        .containsExactly(new Headline("a", "by hand"), new Headline("c", "by hand"));
    assertThat(store.run(ALL, new OfOwner("bo")).unreadable()).isEmpty();
  }
}
