package dev.trestle.store.property;

import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Range.Kind;
import dev.trestle.model.Table;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
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
  private static final Set<String> SERVED = Set.of("served", "ordered", "projected", "consistent");

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

  /** A model with one query: a range, and a filter, that may not be possible. */
  private record Ranged(RandomModel model, RandomQuery query) {
    @Override
    public String toString() {
      return model + System.lineSeparator() + "    " + query;
    }
  }

  private static final Gen<Ranged> RANGES =
      choices -> {
        var model = new RandomModel(choices);
        var like = model.queries.get(choices.oneOf(model.queries.size()));
        int slots = like.sort().map(key -> key.slots().size()).orElse(0);
        int bound = choices.oneOf(slots + 1);
        Optional<Kind> range =
            bound < slots && like.sort().get().columns().get(bound).bounds().isPresent()
                ? Optional.of(Gen.of(Kind.class).from(choices))
                : Optional.empty();
        // What is in the table's key is no attribute: no condition can name it.
        var columns = new ArrayList<>(like.partition().columns());
        columns.removeAll(model.keyColumns());
        columns.removeIf(Column::isDerived);
        var filter =
            columns.stream()
                .filter(column -> like.partition().isAlone(column) && choices.oneOf(2) == 1)
                .filter(column -> like.partition().slots().getFirst().part().ordered())
                .findFirst()
                .map(column -> RandomCondition.random(choices, List.of(column), 0));
        return new Ranged(
            model,
            new RandomQuery(
                "asked",
                like.index(),
                like.partition(),
                like.sort(),
                bound,
                range,
                false,
                5,
                filter,
                Optional.empty()));
      };

  @Test
  void a_query_is_at_fault_exactly_if_the_store_cannot_run_it() {
    Property.check(
        MODELS,
        RANGES,
        ranged -> {
          var entity = ranged.model.entity;
          var model =
              Model.named("ranged")
                  .entities(entity)
                  .patterns(ranged.model.put, ranged.query.declare(entity))
                  .build();
          var faults =
              ModelCheck.of(model).faults().stream()
                  .filter(finding -> finding.subject().equals("asked"))
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
              var given = Columns.like(sample);
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
      Sample.Grade grade) {}

  /** A model with an update of one component, which may be a part of an index's key. */
  private record KeyChange(RandomModel model, boolean adds) {
    boolean isPossible() {
      return !model.keyColumns().contains(Columns.LEVEL)
          && !model.isFixed(Columns.LEVEL)
          && !(adds && model.isTextInKey(Columns.LEVEL));
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

  private static Entity<Row> rows() {
    return Table.named("rows")
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
    var entity = rows();
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

  /** A condition on what an update changes refuses nothing where the value was the new one. */
  private static boolean isIdle(RandomModel model, Sample before, Sample after) {
    return model.changes.stream()
        .anyMatch(action -> action.column().of(before).equals(action.column().of(after)));
  }

  /** Every write counts a version, also one that is repeated and changes nothing else. */
  private static Sample unversioned(RandomModel model, Sample sample) {
    return model.traits.version().map(version -> Columns.with(sample, version, 0L)).orElse(sample);
  }

  private static boolean isCounting(Finding finding) {
    return finding.check().equals("counting") && finding.subject().equals("update");
  }
}
