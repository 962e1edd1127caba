package dev.trestle.store.property;

import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.check.Finding;
import dev.trestle.design.check.Finding.Severity;
import dev.trestle.design.check.ModelCheck;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.Entity;
import dev.trestle.model.ItemWrite;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.Transaction;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/** What the check of transactions says, compared with what happens to them. */
class TransactionLimitProperties {
  private static final int MODELS = 60;

  private static final Alphabet LETTERS = Alphabet.of("a-z0-9-");
  private static final Part<String> NAME = Part.text("name", LETTERS, 60);

  record Leaf(String name) {}

  record Twig(String name) {}

  /** An entity of which there is one item. */
  record Root(String text) {}

  record Big(String name, String text) {}

  private static final Table TABLE = Table.named("tree").partition(Table.string("pk")).build();
  private static final Entity<Leaf> LEAF =
      TABLE
          .entity(Leaf.class, lookup())
          .partition(KeyTemplate.of("leaf#<name>", NAME))
          .example(new Leaf("a"));
  private static final Entity<Twig> TWIG =
      TABLE
          .entity(Twig.class, lookup())
          .partition(KeyTemplate.of("twig#<name>", NAME))
          .example(new Twig("a"));
  private static final Entity<Root> ROOT =
      TABLE.entity(Root.class, lookup()).partition(KeyTemplate.of("root")).example(new Root("a"));

  private static Trestle trestle;

  @BeforeAll
  static void open() {
    trestle = Trestle.inMemory();
    TableCreation.create(Model.named("tree").tables(TABLE).build(), trestle.client(), "");
  }

  @AfterAll
  static void close() {
    trestle.close();
  }

  /** What a step does to a leaf, whose name is its whole key. */
  private enum Act {
    PUT,
    DELETE,
    CHECK;

    ItemWrite<Leaf> named(String id) {
      return switch (this) {
        case PUT -> LEAF.put(id, "put").build();
        case DELETE -> LEAF.delete(id, "delete", Leaf.class).build();
        case CHECK -> LEAF.check(id, "check", Leaf.class).ifExists().build();
      };
    }
  }

  record Single(Leaf one) {}

  record Pair(Leaf one, Leaf other) {}

  record Apart(Leaf one, Twig twig) {}

  record Listed(Leaf one, List<Leaf> more) {}

  record Roots(Root one, Root other) {}

  /** A transaction, with parameters of different keys and of equal ones as far as there are any. */
  private record Asked<P>(Transaction<P> transaction, P different, P equal) {
    static final Gen<Asked<?>> ALL =
        choices -> {
          var acts = Gen.of(Act.class).list(1, 2).from(choices);
          var act = Gen.of(Act.class).from(choices);
          return switch (choices.oneOf(5)) {
            case 0 -> single(acts);
            case 1 -> pair(acts, act);
            case 2 -> apart(acts);
            case 3 -> listed(acts, act);
            default -> roots();
          };
        };

    private static final Leaf A = new Leaf("a");
    private static final Leaf B = new Leaf("b");

    private static <P extends Record> Transaction.Builder<P> of(Class<P> parameters) {
      return Transaction.of("asked", "some steps", parameters, lookup());
    }

    private static Asked<Single> single(List<Act> acts) {
      var declared = of(Single.class);
      for (var act : acts) declared.step(act.named("one"), Single::one);
      return new Asked<>(declared.build(), new Single(A), new Single(A));
    }

    private static Asked<Pair> pair(List<Act> acts, Act last) {
      var declared = of(Pair.class);
      for (var act : acts) declared.step(act.named("one"), Pair::one);
      declared.step(last.named("other"), Pair::other);
      return new Asked<>(declared.build(), new Pair(A, B), new Pair(A, A));
    }

    private static Asked<Apart> apart(List<Act> acts) {
      var declared = of(Apart.class);
      for (var act : acts) declared.step(act.named("one"), Apart::one);
      declared.step(TWIG.put("twig", "put").build(), Apart::twig);
      var both = new Apart(A, new Twig("a"));
      return new Asked<>(declared.build(), both, both);
    }

    private static Asked<Listed> listed(List<Act> acts, Act each) {
      var declared = of(Listed.class);
      for (var act : acts) declared.step(act.named("one"), Listed::one);
      declared.each(each.named("more"), Listed::more, 2);
      return new Asked<>(
          declared.build(), new Listed(A, List.of(B, new Leaf("c"))), new Listed(A, List.of(B, A)));
    }

    private static Asked<Roots> roots() {
      var put = ROOT.put("root", "put").build();
      var declared = of(Roots.class).step(put, Roots::one).step(put, Roots::other).build();
      var both = new Roots(new Root("a"), new Root("b"));
      return new Asked<>(declared, both, both);
    }

    boolean isRefused(boolean withEqualKeys) {
      return refused(model(transaction), transaction, withEqualKeys ? equal : different);
    }

    @Override
    public String toString() {
      return transaction.steps().stream()
          .map(step -> step.component() + " " + step.write().heading().title())
          .toList()
          .toString();
    }
  }

  private static Model model(Transaction<?> transaction) {
    return Model.named("tree").entities(LEAF, TWIG, ROOT).patterns(transaction).build();
  }

  /** Whether DynamoDB does not take the request, whatever is in the table. */
  private static <P> boolean refused(Model model, Transaction<P> transaction, P parameters) {
    var store = Store.of(model, trestle.client());
    try {
      store.run(transaction, parameters);
      return false;
    } catch (DynamoDbException | IllegalArgumentException e) {
      return true;
    }
  }

  private static boolean told(Model model, Severity severity) {
    return ModelCheck.of(model).of(severity).stream()
        .map(Finding::check)
        .anyMatch("transaction-limits"::equals);
  }

  @Test
  void an_item_twice_is_told_exactly_if_the_transaction_is_refused() {
    Property.check(
        MODELS,
        Asked.ALL,
        asked -> {
          var model = model(asked.transaction);
          boolean always = asked.isRefused(false);
          assertThat(told(model, Severity.FAULT)).as("a fault").isEqualTo(always);
          if (always) return;
          assertThat(told(model, Severity.NOTE)).as("a note").isEqualTo(asked.isRefused(true));
        });
  }

  record Many(List<Big> many, Twig twig) {}

  /** Up to so many items of the greatest size that is declared. */
  private record Load(int most, int maxBytes) {
    private static final int LIMIT = 4 * 1024 * 1024;

    /** Names and keys of an item have fewer bytes than this. */
    private static final int MARGIN = 100;

    /** Near the limit of items, or of bytes, but not so near that {@link #MARGIN} decides. */
    static final Gen<Load> ALL =
        Gen.<Load>oneOf(
                Gen.ints(95, 104).map(most -> new Load(most, 200)),
                choices -> new Load(10 + choices.oneOf(11), 350_000 + choices.oneOf(50_000)),
                choices -> new Load(80 + choices.oneOf(25), 35_000 + choices.oneOf(15_000)))
            .filter(load -> Math.abs(load.bytes() - LIMIT) > (long) load.most * MARGIN + 10_000);

    long bytes() {
      return (long) most * maxBytes;
    }
  }

  @Test
  void too_much_is_told_exactly_if_the_transaction_is_refused() {
    Property.check(
        MODELS / 4,
        Load.ALL,
        load -> {
          var big = big(load.maxBytes);
          var transaction =
              Transaction.of("asked", "many", Many.class, lookup())
                  .each(big.put("big", "put").build(), Many::many, load.most)
                  .step(TWIG.put("twig", "put").build(), Many::twig)
                  .build();
          var model = Model.named("tree").entities(big, TWIG).patterns(transaction).build();
          var text = "x".repeat(load.maxBytes - Load.MARGIN);
          var many = IntStream.range(0, load.most).mapToObj(i -> new Big("b" + i, text)).toList();
          assertThat(told(model, Severity.FAULT))
              .isEqualTo(refused(model, transaction, new Many(many, new Twig("a"))));
        });
  }

  private static Entity<Big> big(int maxBytes) {
    return TABLE
        .entity(Big.class, lookup())
        .partition(KeyTemplate.of("big#<name>", NAME))
        .maxBytes(maxBytes)
        .example(new Big("a", "a"));
  }
}
