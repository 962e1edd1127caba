package dev.trestle.store;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.model.Composite;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityBuilder;
import dev.trestle.model.Load;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Mistakes that are refused when they are declared, with the declaration and a way out. */
class RefusedDeclarationsTest {
  record Task(String list, String name, Optional<String> owner, long version) {}

  record Other(String title) {}

  record OfTask(String list, String name) {}

  record Moves(Task task) {}

  record Many(List<Task> tasks) {}

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
    assertThatThrownBy(
            () -> MultiWrite.of("W", "moves", Many.class, lookup()).each(later, Many::tasks, 1))
        .hasMessageContaining("W (RefusedDeclarationsTest.java:")
        .hasMessageContaining("the step of Many.tasks is null");
    assertThatThrownBy(() -> model.entities((Entity<?>) null))
        .hasMessageContaining("tasks: entity number 1 of those given is null");
  }

  @Test
  @SuppressWarnings("NullAway")
  void a_part_a_key_or_a_condition_that_is_null() {
    assertThatThrownBy(() -> KeyTemplate.of("l#<list>t#<name>", LIST, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("l#<list>t#<name>: part number 2 of those given is null");
    assertThatThrownBy(() -> task().sort(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Task (RefusedDeclarationsTest.java:")
        .hasMessageContaining("the sort key is null");
    assertThatThrownBy(() -> task().in("byOwner", null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("byOwner's key is null");
    assertThatThrownBy(() -> ENTITY.query("Q", "all", OfTask.class).filter(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("A condition is null");
    assertThatThrownBy(() -> ENTITY.delete("D", "one", OfTask.class).when(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("D (RefusedDeclarationsTest.java:");
    assertThatThrownBy(() -> ENTITY.query("Q", "all", OfTask.class).load(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("the load is null");
    assertThatThrownBy(() -> field(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not by null");
  }

  @Test
  void a_key_that_is_not_filled_or_not_there() {
    var table = Table.named("tasks").partition(string("pk")).sort(string("sk"));
    assertThatThrownBy(
            () -> table.build().entity(Task.class, lookup()).partition(LIST).example(TASK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Task (RefusedDeclarationsTest.java:")
        .hasMessageContaining("the sort key sk of tasks is not filled");
    assertThatThrownBy(() -> task().in("byOwner", OWNER, NAME))
        .hasMessageContaining("Task (RefusedDeclarationsTest.java:")
        .hasMessageContaining("byOwner has no sort key to fill");
  }

  @Test
  void a_page_of_no_items_and_fewer_than_none() {
    var query = ENTITY.query("Q", "all", OfTask.class);
    assertThatThrownBy(() -> query.page(0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("at least one item, not 0");
    assertThatThrownBy(() -> query.typically(-1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("zero or more items, not -1.0");
    assertThatThrownBy(() -> ENTITY.batchGet("B", "some", OfTask.class).typically(Double.NaN))
        .hasMessageContaining("B (RefusedDeclarationsTest.java:");
    assertThatThrownBy(() -> ENTITY.batchWrite("W", "some", OfTask.class).typically(-1))
        .hasMessageContaining("W (RefusedDeclarationsTest.java:");
  }

  @Test
  @SuppressWarnings("NullAway")
  void a_composite_of_one_pattern_of_null_and_without_a_reason() {
    var put = ENTITY.put("P", "put").build();
    var delete = ENTITY.delete("D", "one", OfTask.class).build();
    assertThatThrownBy(() -> Composite.of("C", "both", "because", put))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("C (RefusedDeclarationsTest.java:")
        .hasMessageContaining("two patterns or more");
    assertThatThrownBy(() -> Composite.of("C", "both", "because", put, null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("C (RefusedDeclarationsTest.java:")
        .hasMessageContaining("pattern number 2 of those given is null");
    assertThatThrownBy(() -> Composite.of("C", "both", " ", put, delete))
        .hasMessageContaining("C (RefusedDeclarationsTest.java:")
        .hasMessageContaining("why one operation is not enough");
  }

  record Range(String list, String from, String to) {}

  @Test
  void a_second_range() {
    var draft = ENTITY.query("Q", "some", Range.class).from(Range::from);
    assertThatThrownBy(() -> draft.upTo(Range::to))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("Declare two bounds by between(…)");
    assertThatThrownBy(() -> draft.between(Range::from, Range::to))
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:");
  }

  record TwoTasks(Task task, List<Task> others, List<OfTask> keys) {}

  record TaskKeys(OfTask task, List<OfTask> others) {}

  record FoundTask(Optional<Task> task) {}

  @Test
  void a_parameter_that_no_step_takes() {
    var put = ENTITY.put("P", "put").build();
    var delete = ENTITY.delete("D", "one", OfTask.class).build();
    var get = ENTITY.get("G", "one", OfTask.class).build();
    var transaction =
        Transaction.of("T", "some", TwoTasks.class, lookup())
            .step(put, TwoTasks::task)
            .each(delete, TwoTasks::keys, 3);
    assertThatThrownBy(transaction::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("T (RefusedDeclarationsTest.java:")
        .hasMessageContaining("no step takes TwoTasks.others")
        .hasMessageContaining("Add its step, or remove the component.");
    var read =
        MultiGet.of("R", "some", TaskKeys.class, FoundTask.class, lookup())
            .step(get, TaskKeys::task, FoundTask::task);
    assertThatThrownBy(read::build)
        .hasMessageContaining("R (RefusedDeclarationsTest.java:")
        .hasMessageContaining("no step takes TaskKeys.others");
    var write =
        MultiWrite.of("W", "some", TwoTasks.class, lookup())
            .each(put, TwoTasks::others, 1)
            .each(delete, TwoTasks::keys, 1);
    assertThatThrownBy(write::build)
        .hasMessageContaining("W (RefusedDeclarationsTest.java:")
        .hasMessageContaining("no step takes TwoTasks.task");
  }

  record Bad(String list, Object thing) {}

  @Test
  void a_component_whose_type_cannot_be_stored() {
    var draft =
        Table.named("bad")
            .partition(string("pk"))
            .build()
            .entity(Bad.class, lookup())
            .partition(LIST);
    assertThatThrownBy(() -> draft.example(new Bad("home", "any")))
        .hasMessage("Bad.thing: java.lang.Object cannot be stored; make it a record");
  }

  record OtherOwner(String owner) {}

  record NoSuch(String colour) {}

  @Test
  void a_view_with_a_component_of_another_type_or_name() {
    assertThatThrownBy(() -> ENTITY.get("G", "one", OfTask.class).as(OtherOwner.class))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("G (RefusedDeclarationsTest.java:")
        .hasMessageContaining("OtherOwner.owner has the type java.lang.String")
        .hasMessageContaining("Task.owner has the type java.util.Optional<java.lang.String>");
    assertThatThrownBy(() -> ENTITY.query("Q", "all", OfTask.class).as(NoSuch.class))
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("NoSuch.colour is not a component of Task");
  }

  @Test
  void a_condition_on_a_component_of_the_tables_key() {
    var draft = ENTITY.query("Q", "all", OfTask.class);
    assertThatThrownBy(() -> draft.filter(field(Task::name).is("dishes")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Q (RefusedDeclarationsTest.java:")
        .hasMessageContaining("Task.name is stored in the table's key")
        .hasMessageContaining("Give it as a parameter, or declare a range over it");
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
