package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Load;
import dev.trestle.model.Model;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mistakes that are refused when they are declared, with the declaration and a way out. */
class RefusedDeclarationsTest {
  record Task(String list, String name, Optional<String> owner, long version) {}

  record Other(String title) {}

  record OfTask(String list, String name) {}

  record Moves(Task task) {}

  private static final Part<String> LIST = Part.text("list", Alphabet.of("a-z"), 9);
  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z"), 9);
  private static final Part<String> OWNER = Part.text("owner", Alphabet.of("a-z"), 9);
  private static final Task TASK = new Task("home", "dishes", Optional.of("ann"), 0);

  private static EntityBuilder<Task> task() {
    return Table.named("tasks")
        .partition(string("pk"))
        .sort(string("sk"))
        .global(index("byOwner", string("opk")).all())
        .build()
        .entity(Task.class, lookup())
        .partition(KeyTemplate.of("l#<list>", LIST))
        .sort(KeyTemplate.of("t#<name>", NAME));
  }

  private static final Entity<Task> ENTITY = task().example(TASK);

  @Test
  void an_optional_in_the_key_of_a_table() {
    var draft = task().sort(KeyTemplate.of("t#<owner>#<name>", OWNER, NAME));
    assertThatThrownBy(() -> draft.example(TASK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Task.owner is an Optional and fills the part <owner>")
        .hasMessageContaining("an index's key only");
  }

  @Test
  void one_component_set_twice() {
    var draft = ENTITY.update("U", "twice", OfTask.class).set(Task::owner).to(Optional.empty());
    assertThatThrownBy(() -> draft.set(Task::owner).to(Optional.of("bo")))
        .hasMessageContaining("U (RefusedDeclarationsTest.java:")
        .hasMessageContaining("changes owner twice");
  }

  @Test
  void a_batch_of_versioned_records() {
    var versioned = task().version(Task::version).example(TASK);
    assertThatThrownBy(() -> versioned.batchWrite("B", "all of them", OfTask.class).build())
        .hasMessageContaining("B (RefusedDeclarationsTest.java:")
        .hasMessageContaining("Task.version counts writes")
        .hasMessageContaining("Put each record by itself");
  }

  @Test
  void a_population_of_less_than_nothing() {
    assertThatThrownBy(() -> Population.of(-1, 0)).hasMessageContaining("zero or more items");
    assertThatThrownBy(() -> Population.of(10, 11)).hasMessageContaining("at most all of them");
    assertThatThrownBy(() -> Population.of(10, 1).growing(-1)).hasMessageContaining("zero or more");
    assertThatThrownBy(() -> Population.of(10, 1).kept(Duration.ZERO))
        .hasMessageContaining("longer than zero");
  }

  @Test
  void a_load_says_which_rule_it_breaks() {
    assertThatThrownBy(() -> Load.perSecond(5).hottestKey(5))
        .hasMessageContaining("a share of the calls, from 0 to 1, not 5.0");
    assertThatThrownBy(() -> Load.perSecond(5).peak(0.5)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> Load.perSecond(-1)).hasMessageContaining("zero or more calls");
  }

  @Test
  @SuppressWarnings({"NullAway", "NullOptional"})
  void an_example_that_is_null_or_has_a_null() {
    assertThatThrownBy(() -> task().example(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Task (RefusedDeclarationsTest.java:")
        .hasMessageContaining("the example is null");
    assertThatThrownBy(
            () -> task().in("byOwner", OWNER).example(new Task("home", "dishes", null, 0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Task.owner: null; an absent value is an empty Optional");
  }

  /** A constant that is declared below the one that uses it is null there. */
  @Test
  @SuppressWarnings({"NullAway", "NullOptional"})
  void a_step_a_pattern_or_an_entity_that_is_null() {
    Put<Task, Task> later = null;
    assertThatThrownBy(
            () -> Transaction.of("T", "moves", Moves.class, lookup()).step(later, Moves::task))
        .hasMessageContaining("T (RefusedDeclarationsTest.java:")
        .hasMessageContaining("the step of Moves.task is null")
        .hasMessageContaining("Declare its pattern above");
    var model = Model.named("tasks").entities(ENTITY);
    assertThatThrownBy(() -> model.patterns(ENTITY.put("P", "put").build(), later))
        .hasMessageContaining("tasks: pattern number 2 of those given is null");
    assertThatThrownBy(() -> model.entities((Entity<?>) null))
        .hasMessageContaining("tasks: entity number 1 of those given is null");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"})
  void a_component_of_another_record() {
    var query = (dev.trestle.model.Query.Builder) ENTITY.query("Q", "all", OfTask.class);
    assertThatThrownBy(() -> query.filter(field(Other::title).is("x")))
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("Other.title is not a component of Task");
    assertThatThrownBy(() ->
            query.filter(field(Task::owner).is((dev.trestle.model.Operand) param(Other::title))))
        .hasMessageContaining("Other.title is not one of its parameters")
        .hasMessageContaining("OfTask");
  }
}
