package dev.trestle.store.property;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.gen.Property;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.Written;
import dev.trestle.store.property.RandomRun.Call;
import dev.trestle.store.property.Sample.Changes;
import dev.trestle.store.property.Sample.Found;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Moves;
import dev.trestle.store.property.Sample.Wanted;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Random models on the embedded engine, compared with plain Java. Each build runs a few of fixed
 * seeds and of one that is new; {@code ./trestle trial models --count 5000} runs thousands and
 * tells how far it is. A failure is shrunk to a small model, which is printed with its seed.
 */
class StoreModelProperties {
  private static final List<Long> SEEDS = List.of(1L, 2L, 3L);
  private static final int MODELS_PER_SEED = 40;

  /** A trial says how far it is after so many models. */
  private static final int REPORTED = 250;

  /** After the calls of a run, each query is made with the values of so many samples. */
  private static final int LOOKED_AT = 3;

  private static Trestle trestle;
  private static int tables;

  @BeforeAll
  static void open() {
    // With this clock the engine removes nothing by itself, however long ago it expired.
    trestle = Trestle.open(EngineOptions.inMemory().withClock(new ManualClock()));
  }

  @AfterAll
  static void close() {
    trestle.close();
  }

  @Test
  void the_store_does_what_plain_java_does() {
    long seed = Property.seed();
    System.out.println("random models with seed " + seed);
    int trial = Integer.getInteger("trestle.models", 0);
    if (trial > 0) {
      compare(seed, trial);
      return;
    }
    compare(seed, MODELS_PER_SEED);
    for (long fixed : SEEDS) compare(fixed, MODELS_PER_SEED);
  }

  private static void compare(long seed, int models) {
    var done = new AtomicInteger();
    Property.check(
        seed,
        models,
        RandomRun.RUNS,
        model -> {
          run(model);
          int so = done.incrementAndGet();
          if (so % REPORTED == 0) System.out.printf("%,d of %,d models agree%n", so, models);
        });
  }

  private static void run(RandomRun run) {
    var model = run.model();
    var prefix = "m" + tables++ + "-";
    TableCreation.create(model.model, trestle.client(), prefix);
    try {
      var options =
          StoreOptions.standard()
              .tablePrefix(prefix)
              .clock(InstantSource.fixed(model.traits.now()));
      var store = Store.of(model.model, trestle.client(), options);
      new Comparing(model, store, trestle.client()).run(run);
    } finally {
      trestle.client().deleteTable(request -> request.tableName(prefix + "samples"));
    }
  }

  /** One run of a model in the store and in plain Java. */
  private record Comparing(
      RandomModel model, Store store, DynamoDbClient client, Reference reference) {
    Comparing(RandomModel model, Store store, DynamoDbClient client) {
      this(model, store, client, new Reference(model));
    }

    void run(RandomRun run) {
      fill(run.samples().subList(0, run.old()));
      age();
      fill(run.samples().subList(run.old(), run.samples().size()));
      for (var stub : run.stubs()) {
        store.run(model.putStub.orElseThrow(), stub);
        reference.put(stub);
      }
      model.writeNeighbours.ifPresent(batch -> store.run(batch, run.samples(), List.of()));
      for (var call : run.calls()) {
        switch (call) {
          case Call.Put(var sample, boolean ifAbsent) -> put(sample, ifAbsent);
          case Call.Read(var given) ->
              assertThat(store.run(model.get, given)).isEqualTo(reference.read(given));
          case Call.Find(var query, var given) -> find(query, given);
          case Call.FindNarrow(var query, var given) -> findNarrow(query, given);
          case Call.Collect(var query, var given) -> collect(query, given);
          case Call.Change(var given, boolean upsert) ->
              change(given, upsert && model.upsert.isPresent());
          case Call.Remove(var given) -> remove(given);
          case Call.ReadSome(var given) -> readSome(given);
          case Call.WriteSome(var puts, var deletes) -> writeSome(puts, deletes);
          case Call.Move(var moves) -> move(moves);
          case Call.MultiRead(var wanted) -> multiRead(wanted);
          case Call.MultiChange(var changes) -> multiChange(changes);
        }
      }
      for (var sample : reference.all().stream().limit(LOOKED_AT).toList()) {
        for (var query : model.queries) find(query, Samples.like(sample));
        for (var query : model.narrow) findNarrow(query, Samples.like(sample));
        for (var query : model.collected) collect(query, Samples.like(sample));
      }
    }

    private void fill(List<Sample> samples) {
      if (model.write.isPresent()) {
        store.run(model.write.get(), samples, List.of());
      } else {
        samples.forEach(sample -> assertThat(store.run(model.put, sample).isDone()).isTrue());
      }
      samples.forEach(sample -> reference.put(reference.counted(sample)));
    }

    /** Rewrites all items as they were before attributes were renamed and added. */
    private void age() {
      var table = store.tablePrefix() + "samples";
      for (var item : client.scan(request -> request.tableName(table)).items()) {
        client.putItem(request -> request.tableName(table).item(model.traits.aged(item)));
      }
      reference.age();
    }

    private void put(Sample sample, boolean ifAbsent) {
      var before = reference.get(sample);
      var written = store.run(ifAbsent ? model.putNew : model.put, sample);
      if ((ifAbsent && before.isPresent()) || !reference.hasSeen(sample)) {
        assertThat(written).isEqualTo(new Written.Refused<>(before));
        return;
      }
      reference.put(reference.counted(sample));
      assertThat(written).isEqualTo(new Written.Done<>(reference.get(sample)));
    }

    private void change(Given given, boolean upsert) {
      var before = reference.get(given);
      var after = upsert ? reference.upserted(given) : reference.updated(given);
      var written = store.run(upsert ? model.upsert.orElseThrow() : model.update, given);
      if (after.isEmpty()) {
        assertThat(written).isEqualTo(new Written.Refused<>(before));
        return;
      }
      reference.put(after.get());
      boolean old = upsert ? model.upsertReturnsOld : model.returnsOld;
      assertThat(written).isEqualTo(new Written.Done<>(old ? before : after));
      assertThat(store.run(model.get, given)).isEqualTo(reference.read(given));
    }

    private void remove(Given given) {
      var before = reference.get(given);
      var written = store.run(model.delete, given);
      if (!holds(model.deleteIf, given)) {
        assertThat(written).isEqualTo(new Written.Refused<>(before));
        return;
      }
      reference.remove(given);
      assertThat(written).isEqualTo(new Written.Done<>(before));
    }

    private void readSome(List<Given> given) {
      assertThat(store.run(model.some, given)).isEqualTo(present(given));
    }

    /** The samples of these keys, each once. */
    private List<Sample> present(List<Given> given) {
      var expected = new LinkedHashMap<List<Object>, Sample>();
      for (var each : given) {
        reference.read(each).ifPresent(sample -> expected.put(reference.key(each), sample));
      }
      return List.copyOf(expected.values());
    }

    private void multiRead(Wanted wanted) {
      var expected =
          new Found(
              reference.read(wanted.one()),
              wanted.perhaps().flatMap(reference::read),
              present(wanted.several()));
      assertThat(store.run(model.multiGet, wanted)).isEqualTo(expected);
    }

    private void writeSome(List<Sample> puts, List<Given> deletes) {
      model.write.ifPresent(batch -> write(puts, deletes, () -> store.run(batch, puts, deletes)));
    }

    private void multiChange(Changes changes) {
      model.multiWrite.ifPresent(
          multi -> write(changes.puts(), changes.deletes(), () -> store.run(multi, changes)));
    }

    /** A batch names each item once. */
    private void write(List<Sample> puts, List<Given> deletes, Runnable call) {
      var keys = new HashSet<List<Object>>();
      boolean once =
          puts.stream().map(reference::key).allMatch(keys::add)
              && deletes.stream().map(reference::key).allMatch(keys::add);
      if (!once) {
        assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
        return;
      }
      call.run();
      puts.forEach(reference::put);
      deletes.forEach(reference::remove);
    }

    private void move(Moves moves) {
      var keys = new HashSet<List<Object>>();
      boolean apart =
          keys.add(reference.key(moves.put()))
              && keys.add(reference.key(moves.update()))
              && keys.add(reference.key(moves.delete()))
              && keys.add(reference.key(moves.check()))
              && moves.puts().stream().map(reference::key).allMatch(keys::add)
              && moves.drop().map(reference::key).filter(key -> !keys.add(key)).isEmpty();
      if (!apart) return;
      var after = reference.updated(moves.update());
      var refused = new ArrayList<String>();
      boolean seen = reference.hasSeen(moves.put());
      if (reference.get(moves.put()).isPresent() || !seen) refused.add("put");
      if (after.isEmpty()) refused.add("update");
      if (!holds(model.deleteIf, moves.delete())) refused.add("delete");
      if (!holds(model.checkIf, moves.check())) refused.add("check");
      moves.puts().stream()
          .filter(sample -> !reference.hasSeen(sample))
          .forEach(ignored -> refused.add("puts"));
      moves
          .drop()
          .filter(given -> !reference.hasSeen(given))
          .ifPresent(ignored -> refused.add("drop"));
      var outcome = store.run(model.moves, moves);
      if (outcome instanceof TransactionOutcome.Refused(var reasons)) {
        assertThat(reasons).extracting(reason -> reason.component()).isEqualTo(refused);
        return;
      }
      assertThat(refused).isEmpty();
      reference.put(reference.counted(moves.put()));
      reference.put(after.orElseThrow());
      reference.remove(moves.delete());
      moves.puts().forEach(sample -> reference.put(reference.counted(sample)));
      moves.drop().ifPresent(reference::remove);
    }

    private boolean holds(RandomCondition condition, Given given) {
      return reference
          .get(given)
          .filter(sample -> reference.hasSeen(given) && condition.holds().test(sample, given))
          .isPresent();
    }

    /** Walks all pages to the end and back. */
    private void find(RandomQuery query, Given given) {
      if (!query.isAsked(given)) {
        assertThatThrownBy(() -> page(query, given, Cursor.start()))
            .isInstanceOf(IllegalArgumentException.class);
        return;
      }
      var found = new ArrayList<Sample>();
      var page = page(query, given, Cursor.start());
      assertThat(page.previous()).isEmpty();
      found.addAll(page.items());
      while (page.next().isPresent()) {
        page = page(query, given, page.next().get());
        found.addAll(page.items());
      }
      assertThat(found).containsExactlyInAnyOrderElementsOf(reference.found(query, given));
      inOrder(query, found);
      if (query.across().isEmpty()) walkBack(query, given, page, found);
      findOtherwise(query, given, found);
    }

    private void inOrder(RandomQuery query, List<? extends Stored> found) {
      for (int i = 1; i < found.size(); i++) {
        assertThat(query.compare(found.get(i - 1), found.get(i)))
            .as("order of %s and %s", found.get(i - 1), found.get(i))
            .isNotPositive();
      }
    }

    private void walkBack(RandomQuery query, Given given, Page<Sample> last, List<Sample> found) {
      var page = last;
      var back = new ArrayList<Sample>(page.items());
      while (page.previous().isPresent()) {
        page = page(query, given, page.previous().get());
        back.addAll(0, page.items());
      }
      assertThat(back).as("the way back").isEqualTo(found);
    }

    /** All entities of a collection: a partition of the table, or one of an index. */
    private void collect(RandomQuery query, Given given) {
      var declared = Objects.requireNonNull(model.collections.get(query));
      if (!query.isAsked(given)) {
        assertThatThrownBy(() -> store.run(declared, given))
            .isInstanceOf(IllegalArgumentException.class);
        return;
      }
      var expected = reference.collected(query, given);
      var found = store.stream(declared, given, Integer.MAX_VALUE).toList();
      assertThat(found).containsExactlyInAnyOrderElementsOf(expected);
      inOrder(query, found);
      assertThat(store.first(declared, given)).isEqualTo(found.stream().findFirst());
      var counted = store.run(Objects.requireNonNull(model.counts.get(query)), given);
      assertThat(counted.items()).isEqualTo(found.size());
    }

    /** One component of each item, through an index that shows few of them. */
    private void findNarrow(RandomQuery query, Given given) {
      var views = Objects.requireNonNull(model.narrowViews.get(query));
      var count = Objects.requireNonNull(model.counts.get(query));
      if (!query.isAsked(given)) {
        assertThatThrownBy(() -> store.run(count, given))
            .isInstanceOf(IllegalArgumentException.class);
        return;
      }
      var expected = reference.found(query, given);
      for (var declared : views) view(declared, given, expected);
      assertThat(store.run(count, given).items()).isEqualTo(expected.size());
    }

    private <V extends Record> void view(
        NarrowView.Declared<V> declared, Given given, List<Sample> expected) {
      assertThat(store.stream(declared.query(), given, Integer.MAX_VALUE).toList())
          .containsExactlyInAnyOrderElementsOf(
              expected.stream().map(declared.view().of()).toList());
    }

    /** The same items counted, the first of them, and some of their components. */
    private void findOtherwise(RandomQuery query, Given given, List<Sample> found) {
      var declared = Objects.requireNonNull(model.declared.get(query));
      assertThat(store.first(declared, given)).isEqualTo(found.stream().findFirst());
      var counted = store.run(Objects.requireNonNull(model.counts.get(query)), given);
      assertThat(counted.items()).isEqualTo(found.size());
      assertThat(counted.complete()).isTrue();
      var view = Objects.requireNonNull(model.views.get(query));
      assertThat(store.stream(view, given, found.size() + 1).toList())
          .isEqualTo(found.stream().map(Sample::glance).toList());
    }

    private Page<Sample> page(RandomQuery query, Given given, Cursor cursor) {
      var declared = Objects.requireNonNull(model.declared.get(query));
      var page = store.run(declared, given, Cursor.of(cursor.text()));
      assertThat(page.items()).hasSizeLessThanOrEqualTo(query.page());
      return page;
    }
  }
}
