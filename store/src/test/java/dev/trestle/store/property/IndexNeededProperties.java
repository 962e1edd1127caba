package dev.trestle.store.property;

import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Projection;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Ref;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * An index is said to be needless exactly if its query gives the same items in the same order when
 * it is declared on the table or on another index. The table has a row for every combination of
 * values, so that nothing is equal by chance.
 */
class IndexNeededProperties {
  private static final int MODELS = 150;

  /**
   * Whose first three letters are in the table's key, and the fourth in keys of indexes only. The
   * number at the end of the table's key tells rows apart that differ in the fourth.
   */
  record Row(String a, String b, String c, Optional<String> d, String number) {}

  private static final List<String> LETTERS = List.of("a", "b", "c", "d");
  private static final List<String> VALUES = List.of("x", "y");
  private static final List<Optional<String>> FOURTH =
      List.of(Optional.of("y"), Optional.empty(), Optional.of("x"));

  private static Optional<String> value(Row row, String letter) {
    return switch (letter) {
      case "a" -> Optional.of(row.a);
      case "b" -> Optional.of(row.b);
      case "c" -> Optional.of(row.c);
      case "d" -> row.d;
      default -> Optional.of(row.number);
    };
  }

  /** The parts of a pair of keys, in their order. */
  private record Keys(List<String> partition, List<String> sort) {
    static Keys random(Choices choices, List<String> letters, int most) {
      var free = new ArrayList<>(letters);
      var partition = taken(choices, free, 1 + choices.oneOf(2));
      int rest = Math.min(free.size(), most - partition.size());
      return new Keys(partition, taken(choices, free, 1 + choices.oneOf(rest)));
    }

    private static List<String> taken(Choices choices, List<String> free, int count) {
      var taken = new ArrayList<String>();
      for (int i = 0; i < count; i++) taken.add(free.remove(choices.oneOf(free.size())));
      return List.copyOf(taken);
    }

    /** A prefix for each, because a part alone would be the component's attribute itself. */
    static KeyTemplate template(List<String> letters) {
      var text = letters.stream().map(each -> "<" + each + ">").collect(Collectors.joining("#"));
      return KeyTemplate.of("k#" + text, letters.stream().map(Keys::part).toArray(Part<?>[]::new));
    }

    private static Part<String> part(String letter) {
      return Part.text(letter, Alphabet.of("x-y0-2"), 1);
    }

    /** Equal for rows that may come in any order. */
    List<Optional<String>> sortKey(Row row) {
      return sort.stream().map(letter -> value(row, letter)).toList();
    }
  }

  record OfA(String a) {}

  record OfB(String b) {}

  record OfC(String c) {}

  record OfD(String d) {}

  record OfAB(String a, String b) {}

  record OfAC(String a, String c) {}

  record OfBC(String b, String c) {}

  record OfAD(String a, String d) {}

  record OfBD(String b, String d) {}

  record OfCD(String c, String d) {}

  record OfABC(String a, String b, String c) {}

  record AFrom(String a, String from) {}

  record BFrom(String b, String from) {}

  record ABFrom(String a, String b, String from) {}

  /** The parameters of a query, of which some begin a range. */
  private record Asked<P extends Record>(
      Class<P> type, Function<List<String>, P> with, Optional<Ref<P, String>> from) {
    static final List<Asked<?>> ALL =
        List.of(
            new Asked<>(OfA.class, given -> new OfA(given.get(0)), Optional.empty()),
            new Asked<>(OfB.class, given -> new OfB(given.get(0)), Optional.empty()),
            new Asked<>(OfC.class, given -> new OfC(given.get(0)), Optional.empty()),
            new Asked<>(OfD.class, given -> new OfD(given.get(0)), Optional.empty()),
            new Asked<>(
                OfAB.class, given -> new OfAB(given.get(0), given.get(1)), Optional.empty()),
            new Asked<>(
                OfAC.class, given -> new OfAC(given.get(0), given.get(1)), Optional.empty()),
            new Asked<>(
                OfBC.class, given -> new OfBC(given.get(0), given.get(1)), Optional.empty()),
            new Asked<>(
                OfAD.class, given -> new OfAD(given.get(0), given.get(1)), Optional.empty()),
            new Asked<>(
                OfBD.class, given -> new OfBD(given.get(0), given.get(1)), Optional.empty()),
            new Asked<>(
                OfCD.class, given -> new OfCD(given.get(0), given.get(1)), Optional.empty()),
            new Asked<>(
                OfABC.class,
                given -> new OfABC(given.get(0), given.get(1), given.get(2)),
                Optional.empty()),
            new Asked<>(
                AFrom.class, given -> new AFrom(given.get(0), "y"), Optional.of(AFrom::from)),
            new Asked<>(
                BFrom.class, given -> new BFrom(given.get(0), "y"), Optional.of(BFrom::from)),
            new Asked<>(
                ABFrom.class,
                given -> new ABFrom(given.get(0), given.get(1), "y"),
                Optional.of(ABFrom::from)));

    /** Those that give a whole partition key. */
    static List<Asked<?>> fitting(List<String> partition) {
      return ALL.stream().filter(asked -> asked.names().containsAll(partition)).toList();
    }

    private List<String> names() {
      return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
    }

    Query<P, Row> declare(Entity<Row> entity, Optional<String> index, boolean consistent) {
      var query =
          index.isPresent()
              ? entity.index(index.get()).query("asked", "rows", type)
              : entity.query("asked", "rows", type);
      from.ifPresent(query::from);
      if (consistent) query.consistent();
      return query.build();
    }
  }

  /** A table with two indexes, of which the first is queried. */
  private record Design(
      Keys table,
      Keys first,
      boolean local,
      Keys second,
      boolean secondWhole,
      boolean consistent,
      Asked<?> asked) {
    static final Gen<Design> ALL =
        choices -> {
          var key = new ArrayList<>(LETTERS.subList(0, 3));
          var partition = Keys.taken(choices, key, 1 + choices.oneOf(2));
          var sort = new ArrayList<>(Keys.taken(choices, key, key.size()));
          sort.add("number");
          var table = new Keys(partition, sort);
          boolean local = choices.oneOf(4) == 3;
          var first = local ? beside(choices, table.partition) : Keys.random(choices, LETTERS, 4);
          return new Design(
              table,
              first,
              local,
              choices.oneOf(2) == 0
                  ? beside(choices, first.partition)
                  : Keys.random(choices, LETTERS, 4),
              choices.oneOf(4) != 3,
              local && choices.oneOf(2) == 1,
              Gen.of(Asked.fitting(first.partition)).from(choices));
        };

    /** Keys in the same partitions, in another order. */
    private static Keys beside(Choices choices, List<String> partition) {
      var free = new ArrayList<>(LETTERS);
      free.removeAll(partition);
      return new Keys(partition, Keys.taken(choices, free, 1 + choices.oneOf(free.size())));
    }

    Entity<Row> entity(String name) {
      var all = new Projection.All();
      var builder = Table.named(name).partition(string("pk")).sort(string("sk"));
      if (local) builder.local("first", string("first_sk"), all);
      else builder.global(global("first", all));
      builder.global(global("second", secondWhole ? all : new Projection.KeysOnly()));
      var entity =
          builder
              .build()
              .entity(Row.class, lookup())
              .partition(Keys.template(table.partition))
              .sort(Keys.template(table.sort));
      if (local) entity.inLocal("first", Keys.template(first.sort));
      else entity.in("first", Keys.template(first.partition), Keys.template(first.sort));
      return entity
          .in("second", Keys.template(second.partition), Keys.template(second.sort))
          .example(new Row("x", "x", "x", Optional.of("x"), "0"));
    }

    private static TableIndex global(String name, Projection projection) {
      return new TableIndex(
          name,
          TableIndex.Scope.GLOBAL,
          string(name + "_pk"),
          Optional.of(string(name + "_sk")),
          projection,
          Optional.empty());
    }

    static List<Row> rows() {
      var rows = new ArrayList<Row>();
      for (var a : VALUES) {
        for (var b : VALUES) {
          for (var c : VALUES) {
            for (var d : FOURTH) rows.add(new Row(a, b, c, d, "" + FOURTH.indexOf(d)));
          }
        }
      }
      return rows;
    }

    @Override
    public String toString() {
      return "table %s, first %s%s, second %s%s, asked by %s%s"
          .formatted(
              table,
              first,
              local ? " local" : "",
              second,
              secondWhole ? "" : " keys only",
              asked.type.getSimpleName(),
              consistent ? " consistently" : "");
    }
  }

  @Test
  void an_index_is_needless_exactly_if_something_else_gives_the_same() {
    try (var trestle = Trestle.inMemory()) {
      Property.check(MODELS, Design.ALL, design -> compare(trestle, design, design.asked));
    }
  }

  private static <P extends Record> void compare(Trestle trestle, Design design, Asked<P> asked) {
    var entity = design.entity("rows");
    Put<Row, Row> put = entity.put("put", "a row").build();
    var model = Model.named("rows").entities(entity).patterns(put);
    var query = asked.declare(entity, Optional.of("first"), design.consistent);
    var whole = model.patterns(query).build();
    if (!isPossible(trestle, whole)) return;
    boolean told =
        ModelCheck.of(whole).faults().stream()
            .anyMatch(
                each -> each.check().equals("index-needed") && each.subject().endsWith("first"));
    TableCreation.create(whole, trestle.client(), "");
    try {
      var store = Store.of(whole, trestle.client());
      for (var row : Design.rows()) store.run(put, row);
      boolean served =
          isServed(trestle, design, asked, entity, Optional.empty())
              || isServed(trestle, design, asked, entity, Optional.of("second"));
      assertThat(told).isEqualTo(served);
    } finally {
      trestle.client().deleteTable(request -> request.tableName("rows"));
    }
  }

  private static boolean isPossible(Trestle trestle, Model model) {
    try {
      Store.of(model, trestle.client());
    } catch (IllegalArgumentException e) {
      return false;
    }
    return ModelCheck.of(model).faults().stream()
        .noneMatch(each -> each.subject().equals("asked") && each.check().equals("served"));
  }

  /** Whether the same query of the table, or of the other index, gives the same. */
  private static <P extends Record> boolean isServed(
      Trestle trestle, Design design, Asked<P> asked, Entity<Row> entity, Optional<String> other) {
    var first = asked.declare(entity, Optional.of("first"), design.consistent);
    var instead = asked.declare(entity, other, design.consistent);
    var model = Model.named("rows").entities(entity).patterns(instead).build();
    if (!isPossible(trestle, model)) return false;
    var served = Store.of(model, trestle.client());
    var store =
        Store.of(Model.named("rows").entities(entity).patterns(first).build(), trestle.client());
    for (var x : VALUES) {
      for (var y : VALUES) {
        for (var z : VALUES) {
          var given = asked.with.apply(List.of(x, y, z));
          var wanted = store.run(first, given).items();
          var found = served.run(instead, given).items();
          if (!isSame(design, other, wanted, found)) return false;
        }
      }
    }
    return true;
  }

  /** The same rows in the order of the first index, however rows with equal keys are ordered. */
  private static boolean isSame(
      Design design, Optional<String> other, List<Row> wanted, List<Row> found) {
    if (!new HashSet<>(wanted).equals(new HashSet<>(found))) return false;
    var keys = other.isPresent() ? design.second : design.table;
    var order = Comparator.<Row, String>comparing(row -> design.first.sortKey(row).toString());
    for (int i = 0; i < found.size(); i++) {
      for (int j = i + 1; j < found.size(); j++) {
        int compared = order.compare(found.get(i), found.get(j));
        boolean tied = keys.sortKey(found.get(i)).equals(keys.sortKey(found.get(j)));
        if (compared > 0 || (tied && compared != 0)) return false;
      }
    }
    return true;
  }
}
