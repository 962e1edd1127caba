package dev.trestle.store;

import static dev.trestle.model.Conditions.elements;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.not;
import static dev.trestle.model.Conditions.optional;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What random models found: expressions that DynamoDB refused, or that said something else. */
class WrongExpressionsTest {
  record Job(
      String owner,
      String name,
      String state,
      String room,
      Optional<String> tag,
      List<String> notes,
      BigDecimal cost) {}

  record OfJob(String owner, String name) {}

  record OfOwner(String owner) {}

  record OfState(String state) {}

  record Moved(String owner, String name, String state, String room) {}

  record Tagged(String owner, String name, Optional<String> tag) {}

  record TagAndPut(Tagged tag, Job job) {}

  record Noted(String owner, String word) {}

  private static final Alphabet LETTERS = Alphabet.of("a-z");
  private static final Part<String> OWNER = Part.text("owner", LETTERS, 9);
  private static final Part<String> NAME = Part.text("name", LETTERS, 9);
  private static final Part<String> STATE = Part.text("state", LETTERS, 9);
  private static final Part<String> ROOM = Part.text("room", LETTERS, 9);

  private static final Table TABLE =
      Table.named("jobs")
          .partition(string("pk"))
          .sort(string("sk"))
          .global(index("places", string("place")).all())
          .global(index("states", string("state")).all())
          .build();
  private static final Entity<Job> JOB =
      TABLE
          .entity(Job.class, lookup())
          .partition(KeyTemplate.of("o#<owner>", OWNER))
          .sort(KeyTemplate.of("j#<name>", NAME))
          .in("places", KeyTemplate.of("<state>#<room>", STATE, ROOM))
          .in("states", STATE)
          .example(job("dishes"));
  private static final Put<Job, Job> PUT = JOB.put("J1", "put").build();
  private static final Get<OfJob, Job> GET = JOB.get("J2", "get", OfJob.class).build();

  private static Job job(String name) {
    return new Job(
        "ann", name, "open", "kitchen", Optional.empty(), List.of("now"), new BigDecimal("1.5"));
  }

  private final Trestle trestle = Trestle.inMemory();

  private Store open(AccessPattern... patterns) {
    var model = Model.named("jobs").entities(JOB).patterns(PUT, GET).patterns(patterns).build();
    TableCreation.create(model, trestle.client(), "");
    return Store.of(model, trestle.client());
  }

  @AfterEach
  void close() {
    trestle.close();
  }

  @Test
  void a_filter_on_the_key_that_is_queried_is_refused_when_the_store_opens() {
    var query =
        JOB.index("states")
            .query("J3", "open ones", OfState.class)
            .filter(field(Job::state).isNot("done"))
            .build();
    assertThatThrownBy(() -> open(query))
        .hasMessageContaining("J3 (WrongExpressionsTest.java:")
        .hasMessageContaining("the filter names state, an attribute of the key that is queried");
  }

  /** DynamoDB refuses doubled parentheses as redundant. */
  @Test
  void nested_conditions_have_each_parenthesis_once() {
    var inner = optional(Job::tag).isNot("x").or(field(Job::room).between("a", "z"));
    var query =
        JOB.query("J4", "some", OfOwner.class)
            .filter(not(not(inner)).and(optional(Job::tag).isAbsent().or(inner)))
            .build();
    var store = open(query);
    store.run(PUT, job("dishes"));
    assertThat(store.run(query, new OfOwner("ann")).items()).containsExactly(job("dishes"));
    assertThat(Parentheses.once("((a = b)) AND NOT ((size(c) > d) OR (e = f))"))
        .isEqualTo("(a = b) AND NOT ((size(c) > d) OR (e = f))");
  }

  /** The index would otherwise show the item under a key that is not its own. */
  @Test
  void an_update_that_is_wrong_about_a_part_of_an_index_key_is_refused() {
    var move =
        JOB.update("J5", "another state", Moved.class)
            .set(Job::state)
            .to(param(Moved::state))
            .build();
    var store = open(move);
    store.run(PUT, job("dishes"));
    assertThat(store.run(move, new Moved("ann", "dishes", "done", "cellar")))
        .isEqualTo(new Written.Refused<>(Optional.of(job("dishes"))));
    assertThat(store.run(move, new Moved("ann", "dishes", "done", "kitchen")).isDone()).isTrue();
  }

  @Test
  void a_set_on_insert_of_what_may_be_absent_is_refused_when_declared() {
    assertThatThrownBy(() -> JOB.upsert("J6", "tag", Tagged.class).setOnInsert(Job::tag))
        .hasMessageContaining("J6 (WrongExpressionsTest.java:")
        .hasMessageContaining("Job.tag may be absent");
  }

  @Test
  void an_absent_parameter_leaves_a_missing_value_missing() {
    var tag =
        JOB.update("J7", "tag it if it has none", Tagged.class)
            .set(Job::tag)
            .to(field(Job::tag).orElse(param(Tagged::tag)))
            .set(Job::cost)
            .to(BigDecimal.ONE)
            .build();
    var store = open(tag);
    store.run(PUT, job("dishes"));
    var none = store.run(tag, new Tagged("ann", "dishes", Optional.empty()));
    assertThat(none.done().orElseThrow().tag()).isEmpty();
    var some = store.run(tag, new Tagged("ann", "dishes", Optional.of("x")));
    assertThat(some.done().orElseThrow().tag()).contains("x");
    var same = store.run(tag, new Tagged("ann", "dishes", Optional.of("y")));
    assertThat(same.done().orElseThrow().tag()).contains("x");
  }

  @Test
  void an_element_of_a_list_is_searched_for_by_a_parameter() {
    var query =
        JOB.query("J8", "with a note", Noted.class)
            .filter(elements(Job::notes).contain(param(Noted::word)))
            .build();
    var store = open(query);
    store.run(PUT, job("dishes"));
    assertThat(store.run(query, new Noted("ann", "now")).items()).hasSize(1);
    assertThat(store.run(query, new Noted("ann", "later")).items()).isEmpty();
  }

  /** An empty Optional is stored by being absent, so no value equals it. */
  @Test
  void an_absent_value_can_be_one_of_several() {
    var query =
        JOB.query("J9", "x or none", OfOwner.class)
            .filter(field(Job::tag).oneOf(List.of(Optional.of("x"), Optional.empty())))
            .build();
    var none =
        JOB.query("J10", "none", OfOwner.class)
            .filter(field(Job::tag).oneOf(List.of(Optional.empty())))
            .build();
    var store = open(query, none);
    store.run(PUT, job("dishes"));
    assertThat(store.run(query, new OfOwner("ann")).items()).hasSize(1);
    assertThat(store.run(none, new OfOwner("ann")).items()).hasSize(1);
  }

  /** The update vanishes, but the transaction still needs its item to be there. */
  @Test
  void a_step_that_changes_nothing_is_a_condition() {
    var tag =
        JOB.update("J11", "tag it if it has none", Tagged.class)
            .set(Job::tag)
            .to(field(Job::tag).orElse(param(Tagged::tag)))
            .build();
    var both =
        Transaction.of("J12", "tag and put", TagAndPut.class, lookup())
            .step(tag, TagAndPut::tag)
            .step(PUT, TagAndPut::job)
            .build();
    var store = open(tag, both);
    var moves = new TagAndPut(new Tagged("ann", "dishes", Optional.empty()), job("floor"));
    assertThat(store.run(both, moves).isDone()).isFalse();
    store.run(PUT, job("dishes"));
    assertThat(store.run(both, moves).isDone()).isTrue();
  }

  /** A decimal loses trailing zeros in storage, so the record that was put is not the one read. */
  @Test
  void a_put_returns_the_decimal_that_will_be_read() {
    var store = open();
    var put =
        new Job("ann", "a", "open", "hall", Optional.empty(), List.of(), new BigDecimal("1.50"));
    assertThat(store.run(PUT, put).done()).isEqualTo(store.run(GET, new OfJob("ann", "a")));
  }
}
