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
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
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
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
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

  record OfTag(Optional<String> tag) {}

  record OfOwners(List<String> owners) {}

  record Wanted(List<OfNote> notes) {}

  record Found(List<Note> notes) {}

  record Changes(List<Note> puts, List<OfNote> deletes) {}

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
  private static final Query<OfOwners, Note> OF_SEVERAL =
      NOTE.query("N8", "of several owners", OfOwners.class)
          .across(OWNER, OfOwners::owners, 5, 2)
          .build();
  private static final BatchWrite<OfNote, Note> WRITE =
      NOTE.batchWrite("N9", "write some", OfNote.class).build();
  private static final MultiGet<Wanted, Found> MULTI_GET =
      MultiGet.of("N10", "several", Wanted.class, Found.class, lookup())
          .each(GET, Wanted::notes, Found::notes, 2)
          .build();
  private static final MultiWrite<Changes> MULTI_WRITE =
      MultiWrite.of("N11", "several", Changes.class, lookup())
          .each(PUT, Changes::puts, 1)
          .each(NOTE.delete("N11.drop", "drop", OfNote.class).build(), Changes::deletes, 1)
          .build();
  private static final Query<OfTag, Note> TAGGED =
      NOTE.index("tags").query("N12", "with a tag", OfTag.class).build();
  private static final Model MODEL =
      Model.named("notes")
          .entities(NOTE)
          .patterns(PUT, GET, ALL, RETEXT, MOVES, SOME, HEADLINES)
          .patterns(OF_SEVERAL, WRITE, MULTI_GET, MULTI_WRITE, TAGGED)
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

  private static <T> List<T> thenNull(T first) {
    return Arrays.asList(first, null);
  }

  @Test
  @SuppressWarnings("NullAway")
  void null_elements_of_batches() {
    var key = new OfNote("ann", "a");
    assertRefused(() -> store.run(SOME, thenNull(key)), "N6: element 1 of the keys is null.");
    assertRefused(
        () -> store.run(WRITE, thenNull(note("a")), List.of()),
        "N9: element 1 of the list of puts is null.");
    assertRefused(
        () -> store.run(WRITE, List.of(), thenNull(key)),
        "N9: element 1 of the list of deletes is null.");
    assertRefused(() -> store.run(WRITE, null, List.of()), "N9: the parameters are null.");
    assertRefused(() -> store.run(WRITE, List.of(), null), "N9: the list of deletes is null.");
    assertRefused(
        () -> store.run(MULTI_GET, new Wanted(thenNull(key))), "N10: element 1 of notes is null.");
    assertRefused(
        () -> store.run(MULTI_GET, new Wanted(List.of(key, key, key))),
        "N10: notes has 3 elements; at most 2 are declared.");
    assertRefused(
        () -> store.run(MULTI_WRITE, new Changes(thenNull(note("a")), List.of())),
        "N11: element 1 of puts is null.");
    assertRefused(
        () -> store.run(MULTI_WRITE, new Changes(List.of(), thenNull(key))),
        "N11: element 1 of deletes is null.");
  }

  @Test
  @SuppressWarnings("NullAway")
  void null_partitions() {
    assertRefused(
        () -> store.run(OF_SEVERAL, new OfOwners(thenNull("ann"))),
        "N8: element 1 of OfOwners.owners is null.");
    assertRefused(() -> store.run(OF_SEVERAL, new OfOwners(null)), "N8: OfOwners.owners is null.");
  }

  @Test
  void an_empty_optional_in_a_key_names_its_component() {
    assertRefused(
        () -> store.run(TAGGED, new OfTag(Optional.empty())),
        "N12: OfTag.tag is empty, but a part of the key comes from it. Give it a value.");
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
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
        .hasMessageStartingWith("N1: ")
        .hasMessageContaining("Item size has exceeded the maximum allowed size");
    assertThatThrownBy(() -> store.run(MOVES, new Moves(large, List.of())))
        .isInstanceOf(DynamoDbException.class)
        .hasMessageStartingWith("N5: ")
        .hasMessageContaining("Item size");
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
        List.<ThrowingCallable>of(
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
