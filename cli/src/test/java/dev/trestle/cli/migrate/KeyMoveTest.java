package dev.trestle.cli.migrate;

import static java.lang.invoke.MethodHandles.lookup;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.cli.migrate.Boxes.Box;
import dev.trestle.cli.migrate.Boxes.Gone;
import dev.trestle.cli.migrate.Boxes.OfOwner;
import dev.trestle.cli.migrate.Boxes.OnShelf;
import dev.trestle.cli.migrate.Boxes.Saved;
import dev.trestle.cli.migrate.Boxes.ShelvedBox;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.store.Store;
import dev.trestle.store.StreamImages;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.TransactionOutcome.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

class KeyMoveTest {
  private static final int ITEMS = 600;
  private static final int WRITERS = 2;

  private final Trestle trestle = Trestle.inMemory();
  private final DynamoDbClient client = trestle.client();
  private final Store store = Store.of(Boxes.WINDOW, client);

  /** What each box is after the last write that was answered; empty if it was deleted. */
  private final AtomicReferenceArray<Optional<ShelvedBox>> expected =
      new AtomicReferenceArray<>(ITEMS);

  private final List<ShelvedBox> boxes = Boxes.some(ITEMS);
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();

  @AfterEach
  void close() {
    trestle.close();
  }

  private static MigrationOptions options(boolean drop) {
    return new MigrationOptions("", 10_000_000, Duration.ofMillis(300), "test", false, drop);
  }

  private void fill() {
    TableCreation.create(Boxes.BEFORE, client, "");
    Store.of(Boxes.BEFORE, client).run(Boxes.LOAD, boxes, List.of());
    for (int i = 0; i < ITEMS; i++) expected.set(i, Optional.of(boxes.get(i)));
  }

  private MigrationResult apply(Model model, boolean drop) throws InterruptedException {
    return Migration.apply(model, client, options(drop), MigrationProgress.NONE);
  }

  private static Box moved(ShelvedBox box) {
    return new Box(box.owner(), box.shelf(), box.id(), box.revision(), Optional.empty());
  }

  private void write(int writer, SplittableRandom random) {
    int number = random.nextInt(ITEMS / WRITERS) * WRITERS + writer;
    var first = boxes.get(number);
    var known = expected.get(number);
    if (known.isPresent() && random.nextInt(8) == 0) {
      var box = known.get();
      var gone = new Gone(new OnShelf(box.shelf(), box.id()), new OfOwner(box.owner(), box.id()));
      settle(number, store.run(Boxes.DELETE, gone), Optional.empty());
      return;
    }
    var old = known.orElse(first);
    var owner = random.nextInt(3) == 0 ? "o" + random.nextInt(7) : old.owner();
    var now = new ShelvedBox(old.shelf(), owner, old.id(), old.revision() + 1);
    var leaves =
        known
            .filter(box -> !box.owner().equals(owner))
            .map(box -> new OfOwner(box.owner(), box.id()));
    var saved = new Saved(now, moved(now), leaves);
    settle(number, store.run(Boxes.SAVE, saved), Optional.of(now));
  }

  /** A transaction that met others too often has written nothing. */
  private void settle(int number, TransactionOutcome outcome, Optional<ShelvedBox> after) {
    switch (outcome) {
      case TransactionOutcome.Done _ -> expected.set(number, after);
      case TransactionOutcome.Refused refused -> {
        if (refused.reasons().stream().anyMatch(reason -> reason.kind() != Kind.CONFLICT)) {
          violations.add("box %d: %s".formatted(number, refused));
        }
      }
    }
  }

  private void read(SplittableRandom random) {
    int number = random.nextInt(ITEMS);
    var before = expected.get(number);
    var first = boxes.get(number);
    var found = store.run(Boxes.SHELVED_ONE, new OnShelf(first.shelf(), first.id()));
    var after = expected.get(number);
    if (before.isPresent() && before.equals(after) && !found.equals(before)) {
      // A write may have been done whose answer is not there yet.
      if (found.isEmpty() || found.get().revision() > before.get().revision()) return;
      violations.add("box %d is %s, not %s".formatted(number, found, before));
    }
  }

  @Test
  void killed_again_and_again_under_load_every_item_is_copied_once_and_deleted_last()
      throws InterruptedException {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    var random = new SplittableRandom(seed);
    fill();
    var stopped = new AtomicBoolean();
    var writes = new AtomicInteger();
    var threads = new ArrayList<Thread>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      var own = random.split();
      threads.add(
          Thread.ofPlatform()
              .start(() -> {
                while (!stopped.get()) {
                  write(writer, own);
                  read(own);
                  writes.incrementAndGet();
                }
              }));
    }
    int kills = killUntilDone(random);
    stopped.set(true);
    for (var thread : threads) thread.join();
    System.out.printf("seed=%d %d kills, %d writes%n", seed, kills, writes.get());
    assertThat(violations).as("seed " + seed).isEmpty();
    assertThat(kills).as("seed " + seed).isGreaterThanOrEqualTo(3);
    assertThat(writes).as("seed " + seed).hasPositiveValue();
    expectMoved(seed, 2);
    var sealed = apply(Boxes.SEALED, false);
    assertThat(sealed.left())
        .containsExactly(new MigrationStep.DeleteMoved("boxes", "ShelvedBox to Box"));
    expectMoved(seed, 2);
    assertThat(apply(Boxes.SEALED, true).left()).isEmpty();
    expectMoved(seed, 1);
    assertThat(Migration.plan(Boxes.SEALED, client, options(false)).steps()).isEmpty();
  }

  private int killUntilDone(SplittableRandom random) throws InterruptedException {
    int kills = 0;
    while (true) {
      int requests = kills < 3 ? random.nextInt(1, 30) : random.nextInt(100, 1500);
      try {
        Migration.apply(
            Boxes.WINDOW,
            KilledClient.of(client, requests, random.nextBoolean()),
            options(false),
            MigrationProgress.NONE);
        return kills;
      } catch (KilledClient.Killed e) {
        kills++;
      }
    }
  }

  /** Every box is there under its new key, and nothing else. */
  private void expectMoved(long seed, int keysEach) {
    int count = 0;
    for (int i = 0; i < ITEMS; i++) {
      var box = expected.get(i);
      if (box.isEmpty()) continue;
      count++;
      assertThat(store.run(Boxes.ONE, new OfOwner(box.get().owner(), box.get().id())))
          .as("seed " + seed)
          .contains(moved(box.get()));
    }
    assertThat(client.scan(ask -> ask.tableName("boxes")).count())
        .as("seed " + seed)
        .isEqualTo(count * keysEach);
  }

  @Test
  void nothing_is_deleted_that_was_not_copied() {
    fill();
    assertThatThrownBy(() -> apply(Boxes.SEALED, true))
        .isInstanceOf(MigrationException.class)
        .hasMessageContaining("ShelvedBox to Box was not copied");
  }

  @Test
  void a_pattern_that_writes_only_one_of_the_keys_is_refused() {
    var alone = Boxes.SHELVED.put("B9", "on its shelf").build();
    assertThatThrownBy(
            () -> Model.named("boxes").entities(Boxes.SHELVED, Boxes.BOXES).patterns(alone).build())
        .hasMessageContaining("B9")
        .hasMessageContaining("writes only one of them");
    assertThatThrownBy(() ->
            Model.named("boxes").entities(Boxes.SHELVED, Boxes.BOXES).patterns(Boxes.LOAD).build())
        .hasMessageContaining("B0");
  }

  @Test
  void where_there_are_no_tables_a_move_has_nothing_to_copy() throws InterruptedException {
    assertThat(Migration.plan(Boxes.WINDOW, client, options(false)).problems()).isEmpty();
    assertThat(apply(Boxes.WINDOW, false).isDone()).isTrue();
    assertThat(apply(Boxes.SEALED, true).isDone()).isTrue();
    assertThat(Migration.plan(Boxes.SEALED, client, options(false)).steps()).isEmpty();
  }

  @Test
  void a_move_that_ended_before_there_were_tables_is_no_problem() throws InterruptedException {
    assertThat(apply(Boxes.SEALED, false).isDone()).isTrue();
    var plan = Migration.plan(Boxes.SEALED, client, options(false));
    assertThat(plan.problems()).isEmpty();
    assertThat(plan.steps()).isEmpty();
  }

  private void load(ShelvedBox... some) {
    TableCreation.create(Boxes.BEFORE, client, "");
    Store.of(Boxes.BEFORE, client).run(Boxes.LOAD, List.of(some), List.of());
  }

  @Test
  void an_item_does_not_replace_the_copy_of_another() throws InterruptedException {
    var one = new ShelvedBox("s1", "ann", "b1", 1);
    var other = new ShelvedBox("s2", "ann", "b1", 2);
    load(one, other);
    var result = apply(Boxes.WINDOW, false);
    assertThat(result.isDone()).isFalse();
    assertThat(result.unreadable())
        .singleElement()
        .extracting(UnreadableItem::reason)
        .asString()
        .contains("another ShelvedBox has the same key as a Box");
    client.deleteItem(ask -> ask.tableName("boxes").key(result.unreadable().getFirst().key()));
    assertThat(apply(Boxes.WINDOW, false).isDone()).isTrue();
    assertThat(client.scan(ask -> ask.tableName("boxes")).count()).isEqualTo(2);
  }

  /** The item that was read is gone by then, so its key is free for the copy of the other one. */
  @Test
  void a_box_that_changes_its_shelf_meanwhile_is_not_taken_for_two() throws InterruptedException {
    var before = new ShelvedBox("s1", "ann", "b1", 1);
    var after = new ShelvedBox("s2", "ann", "b1", 2);
    load(before);
    var disturbed =
        RequestProxy.before(
            client,
            GetItemRequest.class,
            asked -> asked.tableName().equals("boxes"),
            () -> reshelve(before, after));
    var result = Migration.apply(Boxes.WINDOW, disturbed, options(false), MigrationProgress.NONE);
    assertThat(result.unreadable()).isEmpty();
    assertThat(result.isDone()).isTrue();
    assertThat(store.run(Boxes.ONE, new OfOwner("ann", "b1"))).contains(moved(after));
  }

  private void reshelve(ShelvedBox before, ShelvedBox after) {
    var key = ItemKeys.of(Boxes.TABLE, StreamImages.write(Boxes.SHELVED, before));
    client.transactWriteItems(ask ->
        ask.transactItems(
            TransactWriteItem.builder().delete(each -> each.tableName("boxes").key(key)).build(),
            put(StreamImages.write(Boxes.SHELVED, after)),
            put(StreamImages.write(Boxes.BOXES, moved(after)))));
  }

  private static TransactWriteItem put(Map<String, AttributeValue> item) {
    return TransactWriteItem.builder().put(each -> each.tableName("boxes").item(item)).build();
  }

  record LooseBox(String id, long revision) {}

  record LabelledBox(String id, long revision) {}

  @Test
  void keys_that_could_be_those_of_the_former_entity_are_refused() {
    var table = Table.named("loose").partition(Table.string("id")).build();
    var loose =
        table
            .entity(LooseBox.class, lookup())
            .partition(Part.raw("id", 40))
            .example(new LooseBox("b1", 0));
    var labelled =
        table
            .entity(LabelledBox.class, lookup())
            .partition(KeyTemplate.of("BOX#<id>", Part.raw("id", 40)))
            .movedFrom(loose)
            .example(new LabelledBox("b1", 0));
    TableCreation.create(List.of(table), client, "", Thread::sleep);
    var window = Model.named("loose").entities(loose, labelled).build();
    var closed = Model.named("loose").entities(labelled).build();
    for (var model : List.of(window, closed)) {
      assertThat(Migration.plan(model, client, options(true)).problems())
          .anyMatch(problem -> problem.contains("LooseBox and LabelledBox can have the same key"));
    }
  }
}
