package dev.trestle.store.property;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.AccessPattern;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Range.Kind;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
import dev.trestle.store.property.NarrowView.OfWord;
import dev.trestle.store.property.Sample.Given;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the checks say of random models, compared with what happens when they are run. */
class CheckProperties {
  private static final int MODELS = 60;
  private static final Set<String> SERVED =
      Set.of("served", "ordered", "projected", "consistent", "expired-reads");

  private static Trestle trestle;
  private static int tables;

  @BeforeAll
  static void open() {
    trestle = Trestle.inMemory();
  }

  @AfterAll
  static void close() {
    trestle.close();
  }

  /**
   * A model with one query that may not be possible: a range without order, a filter by a key,
   * attributes that an index does not show, a consistent read of a global index.
   */
  private record Asked(RandomModel model, RandomQuery query, boolean whole) {
    Model declared() {
      AccessPattern pattern =
          whole ? query.declare(model.entity) : query.declareView(model.entity, OfWord.class);
      return Model.named("asked").entities(model.entity).patterns(model.put, pattern).build();
    }

    String id() {
      return whole ? "asked" : "asked-OfWord";
    }

    @Override
    public String toString() {
      return model + System.lineSeparator() + "    " + (whole ? "" : "a view: ") + query;
    }
  }

  private static final Gen<Asked> QUERIES =
      choices -> {
        var model = new RandomModel(choices);
        var all = new ArrayList<>(model.queries);
        all.addAll(model.narrow);
        var like = all.get(choices.oneOf(all.size()));
        int slots = like.sort().map(key -> key.slots().size()).orElse(0);
        int bound = choices.oneOf(slots + 1);
        Optional<Kind> range =
            bound < slots && like.sort().get().columns().get(bound).bounds().isPresent()
                ? Optional.of(Gen.of(Kind.class).from(choices))
                : Optional.empty();
        var query =
            new RandomQuery(
                "asked",
                like.index(),
                like.partition(),
                like.sort(),
                bound,
                range,
                false,
                5,
                RandomCondition.maybe(choices, model.nameable()),
                Optional.empty(),
                choices.oneOf(3) == 2,
                choices.oneOf(3) == 2);
        return new Asked(model, query, choices.oneOf(2) == 0);
      };

  @Test
  void a_query_is_at_fault_exactly_if_the_store_cannot_run_it() {
    Property.check(
        MODELS,
        QUERIES,
        asked -> {
          var model = asked.declared();
          var faults =
              ModelCheck.of(model).faults().stream()
                  .filter(finding -> finding.subject().equals(asked.id()))
                  .filter(finding -> SERVED.contains(finding.check()))
                  .toList();
          assertThat(refusal(model).isPresent())
              .as("refused: %s, faults: %s", refusal(model), faults)
              .isEqualTo(!faults.isEmpty());
        });
  }

  private static Optional<String> refusal(Model model) {
    try {
      Store.of(model, trestle.client());
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Test
  void an_update_that_does_more_when_it_is_repeated_is_told() {
    Property.check(
        MODELS,
        RandomRun.RUNS,
        run -> {
          var model = run.model();
          var prefix = "c" + tables++ + "-";
          TableCreation.create(model.model, trestle.client(), prefix);
          try {
            var options = StoreOptions.standard().tablePrefix(prefix);
            var store = Store.of(model.model, trestle.client(), options);
            boolean told =
                ModelCheck.of(model.model).findings().stream()
                    .anyMatch(CheckProperties::isCounting);
            for (var sample : run.samples()) {
              store.run(model.put, sample);
              var given = Samples.like(sample);
              boolean once = store.run(model.update, given).isDone();
              var first = store.run(model.get, given).map(each -> unversioned(model, each));
              boolean twice = store.run(model.update, given) instanceof Written.Done<Sample>;
              var second = store.run(model.get, given).map(each -> unversioned(model, each));
              boolean idle = first.filter(each -> isIdle(model, sample, each)).isPresent();
              if (once && twice && !idle && !first.equals(second)) assertThat(told).isTrue();
            }
          } finally {
            trestle.client().deleteTable(request -> request.tableName(prefix + "samples"));
          }
        });
  }

  /** What an action makes of this sample changes with every repetition that does something. */
  private static final Sample REPEATED =
      Samples.with(Columns.EXAMPLE, Columns.LINES, List.of("x", "y", "z"));

  /** An update without a condition that does one thing. */
  private static Update<Given, Sample> only(RandomModel model, RandomUpdate action) {
    return action.declare().apply(model.entity.update("asked", "change", Given.class)).build();
  }

  @Test
  void an_action_is_told_exactly_if_its_repetition_does_more() {
    Property.check(
        MODELS,
        choices -> new RandomModel(choices),
        model -> {
          var action = model.changes.getFirst();
          if (model.traits.version().isPresent() || action.isIdle()) return;
          var update = only(model, action);
          var declared =
              Model.named("repeated")
                  .entities(model.entity)
                  .patterns(model.put, model.get, update)
                  .build();
          boolean told =
              ModelCheck.of(declared).findings().stream()
                  .anyMatch(
                      each -> each.check().equals("counting") && each.subject().equals("asked"));
          var prefix = "r" + tables++ + "-";
          TableCreation.create(declared, trestle.client(), prefix);
          try {
            var options = StoreOptions.standard().tablePrefix(prefix);
            var store = Store.of(declared, trestle.client(), options);
            store.run(model.put, REPEATED);
            var given = Samples.like(REPEATED);
            var first = store.run(update, given);
            var second = store.run(update, given);
            if (first.isDone() && second.isDone()) {
              assertThat(!second.equals(first)).as("repeated: %s", action).isEqualTo(told);
            }
          } finally {
            trestle.client().deleteTable(request -> request.tableName(prefix + "samples"));
          }
        });
  }

  /** The parameters of a key change: all that a table's key can have, but not all of an index's. */
  record Narrow(
      String word,
      String other,
      long count,
      int level,
      Instant at,
      LocalDate day,
      YearMonth month,
      UUID id,
      Sample.Grade grade,
      String title,
      long total,
      String ulid,
      Instant since,
      Sample.Blob blob) {}

  /** A model with an update of one component, which may be a part of an index's key. */
  private record KeyChange(RandomModel model, boolean adds) {
    boolean isPossible() {
      return !model.keyColumns().contains(Columns.LEVEL)
          && !model.isFixed(Columns.LEVEL)
          && !(adds && model.isNoNumberInKey(Columns.LEVEL));
    }

    Model declared() {
      var builder = model.entity.update("asked", "change the level", Narrow.class);
      var update =
          adds
              ? builder.add(Sample::level).of(1).build()
              : builder.set(Sample::level).to(param(Narrow::level)).build();
      return Model.named("changed").entities(model.entity).patterns(model.put, update).build();
    }
  }

  private static final Gen<KeyChange> KEY_CHANGES =
      choices -> new KeyChange(new RandomModel(choices), choices.oneOf(2) == 1);

  @Test
  void an_update_is_at_fault_exactly_if_the_store_cannot_write_an_index_key() {
    Property.check(
        MODELS,
        KEY_CHANGES,
        change -> {
          if (!change.isPossible()) return;
          var model = change.declared();
          var told = told(model, "index-key-written");
          var refused = refusal(model);
          assertThat(refused.isPresent())
              .as("refused: %s, faults: %s", refused, told)
              .isEqualTo(!told.isEmpty());
        });
  }

  private static List<Finding> told(Model model, String check) {
    return ModelCheck.of(model).faults().stream()
        .filter(finding -> finding.subject().equals("asked") && finding.check().equals(check))
        .toList();
  }

  record Row(String list, long place, boolean hit) {}

  record OfList(String list) {}

  /** Rows of one list, of which one may be the one that is looked for. */
  private record Search(int rows, Optional<Integer> hit, boolean filtered, boolean descending) {
    static final Gen<Search> SEARCHES =
        choices -> {
          int rows = choices.oneOf(30);
          var hit =
              choices.oneOf(4) == 0 || rows == 0
                  ? Optional.<Integer>empty()
                  : Optional.of(choices.oneOf(rows));
          return new Search(rows, hit, choices.oneOf(2) == 1, choices.oneOf(2) == 1);
        };

    Query<OfList, Row> declared(Entity<Row> entity) {
      var query = entity.query("asked", "the one that hits", OfList.class).single();
      if (filtered) query.filter(field(Row::hit).is(true));
      if (descending) query.descending();
      return query.build();
    }
  }

  private static Entity<Row> rows(String table) {
    return Table.named(table)
        .partition(Table.string("list"))
        .sort(Table.number("place"))
        .build()
        .entity(Row.class, Columns.LOOKUP)
        .partition(Part.text("list", Alphabet.of("a-z0-9"), 20))
        .sort(Part.number("place", 0, 100))
        .example(new Row("a", 1, true));
  }

  @Test
  void a_search_that_ends_before_it_finds_what_is_there_is_told() {
    var entity = rows("rows");
    Put<Row, Row> put = entity.put("put", "put").build();
    TableCreation.create(
        Model.named("rows").entities(entity).patterns(put).build(), trestle.client(), "");
    Property.check(
        MODELS,
        Search.SEARCHES,
        search -> {
          var query = search.declared(entity);
          var model = Model.named("rows").entities(entity).patterns(put, query).build();
          var store = Store.of(model, trestle.client());
          var list = "l" + tables++;
          for (int i = 0; i < search.rows; i++) {
            store.run(put, new Row(list, i, search.hit.equals(Optional.of(i))));
          }
          boolean missed =
              search.filtered
                  && search.hit.isPresent()
                  && store.run(query, new OfList(list)).first().isEmpty();
          if (missed) assertThat(told(model, "filtered")).isNotEmpty();
          if (!search.filtered) assertThat(told(model, "filtered")).isEmpty();
        });
  }

  /** The worst case of a search that is told: what is looked for comes last. */
  @Test
  void a_search_that_is_told_can_miss_what_is_there() {
    for (boolean descending : List.of(true, false)) {
      var entity = rows("worst" + descending);
      Put<Row, Row> put = entity.put("put", "put").build();
      var query = new Search(12, Optional.of(11), true, descending).declared(entity);
      var model = Model.named("rows").entities(entity).patterns(put, query).build();
      TableCreation.create(model, trestle.client(), "");
      var store = Store.of(model, trestle.client());
      assertThat(told(model, "filtered")).isNotEmpty();
      for (int i = 0; i < 12; i++) {
        store.run(put, new Row("l", i, i == (descending ? 0 : 11)));
      }
      assertThat(store.run(query, new OfList("l")).first()).isEmpty();
      assertThat(store.first(query, new OfList("l"))).isPresent();
    }
  }

  record Leaf(String tree, String leaf) {}

  record Twig(String tree, String twig) {}

  record OfTree(String tree) {}

  /** Two entities in one partition, with short sort keys of which all are written. */
  private record Neighbours(String leaf, String twig) {
    /** All texts of the part. */
    static final List<String> TEXTS = List.of("a", "b", "aa", "ab", "ba", "bb");

    static final Gen<Neighbours> ALL =
        choices -> new Neighbours(key(choices, "leaf"), key(choices, "twig"));

    private static String key(Choices choices, String part) {
      return Gen.of("", "a", "a#", "b#", "ab#", "#").from(choices)
          + "<"
          + part
          + ">"
          + Gen.of("", "#", "a#").from(choices);
    }

    static Part<String> part(String name) {
      return Part.text(name, Alphabet.of("ab"), 2);
    }
  }

  @Test
  void a_query_is_told_exactly_if_it_finds_items_of_others() {
    Property.check(
        MODELS,
        Neighbours.ALL,
        both -> {
          var name = "neighbours" + tables++;
          var table =
              Table.named(name).partition(Table.string("pk")).sort(Table.string("sk")).build();
          var leaves =
              table
                  .entity(Leaf.class, Columns.LOOKUP)
                  .partition(Neighbours.part("tree"))
                  .sort(KeyTemplate.of(both.leaf, Neighbours.part("leaf")))
                  .example(new Leaf("a", "a"));
          var twigs =
              table
                  .entity(Twig.class, Columns.LOOKUP)
                  .partition(Neighbours.part("tree"))
                  .sort(KeyTemplate.of(both.twig, Neighbours.part("twig")))
                  .example(new Twig("a", "a"));
          Put<Twig, Twig> put = twigs.put("put", "put").build();
          var count = leaves.query("asked", "leaves", OfTree.class).count(100);
          var model = Model.named(name).entities(leaves, twigs).patterns(put, count).build();
          TableCreation.create(model, trestle.client(), "");
          try {
            var store = Store.of(model, trestle.client());
            for (var text : Neighbours.TEXTS) store.run(put, new Twig("a", text));
            assertThat(store.run(count, new OfTree("a")).items() > 0)
                .isEqualTo(!told(model, "alone").isEmpty());
          } finally {
            trestle.client().deleteTable(request -> request.tableName(name));
          }
        });
  }

  /** A condition on what an update changes refuses nothing where the value was the new one. */
  private static boolean isIdle(RandomModel model, Sample before, Sample after) {
    return model.changes.stream()
        .anyMatch(action -> action.column().of(before).equals(action.column().of(after)));
  }

  /** Every write counts a version, also one that is repeated and changes nothing else. */
  private static Sample unversioned(RandomModel model, Sample sample) {
    return model.traits.version().map(version -> Samples.with(sample, version, 0L)).orElse(sample);
  }

  private static boolean isCounting(Finding finding) {
    return finding.check().equals("counting") && finding.subject().equals("update");
  }
}
