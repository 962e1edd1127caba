package dev.trestle.conformance.random;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.conformance.StreamTail;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.testing.TemporaryFolder;
import dev.trestle.testing.reference.ReferenceEngine;
import dev.trestle.testing.reference.ReferenceRead;
import dev.trestle.testing.reference.TableShape;
import dev.trestle.testing.reference.Tables;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** An engine and a reference that receive the same requests. */
final class RandomSubject implements AutoCloseable {
  private final Path folder = TemporaryFolder.create();
  private final ManualClock clock = new ManualClock();
  private final ReferenceEngine reference = new ReferenceEngine();
  private final Prediction prediction = new Prediction(reference);
  private Trestle trestle = open();

  RandomSubject() {
    for (var shape : Shapes.ALL) {
      reference.create(shape);
      Tables.create(trestle.client(), shape);
    }
  }

  private Trestle open() {
    return Trestle.open(EngineOptions.at(folder).withDurability(Durability.FAST).withClock(clock));
  }

  void step(Step step, int number) {
    if (step instanceof Step.Reopen) {
      trestle.close();
      trestle = open();
      return;
    }
    var expected = prediction.answer(step);
    var actual = new StepRunner(trestle.client(), reference::shape).ask(step, number);
    if (!expected.allows(actual)) {
      throw new AssertionError(
          "%s%n  was to be answered with%n    %s%n  and was with%n    %s"
              .formatted(step, expected, actual));
    }
  }

  /** Compares the content of all tables, indexes and streams. */
  void checkAll() {
    for (var shape : Shapes.ALL) {
      step(scan(shape, Optional.empty()), 0);
      for (var index : shape.indexes()) step(scan(shape, Optional.of(index.name())), 0);
      if (shape.streamed()) checkStream(shape);
    }
  }

  private static Step scan(TableShape shape, Optional<String> index) {
    var read =
        new ReferenceRead(shape.table(), index, List.of(), Optional.empty(), List.of(), true);
    return new Step.Scan(read, OptionalInt.empty(), 1);
  }

  private void checkStream(TableShape shape) {
    var told = StreamTail.of(trestle.client(), trestle.streamsClient(), shape.table()).changes();
    var expected =
        reference.changes(shape.table()).stream()
            .map(written -> new StreamTail.Change(written.key(), written.before(), written.after()))
            .toList();
    assertThat(StreamTail.byItem(told))
        .as("changes in the stream of %s, by item", shape.table())
        .isEqualTo(StreamTail.byItem(expected));
  }

  @Override
  public void close() {
    trestle.close();
    TemporaryFolder.delete(folder);
  }
}
