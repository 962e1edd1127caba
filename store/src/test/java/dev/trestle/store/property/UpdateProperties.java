package dev.trestle.store.property;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.Model;
import dev.trestle.model.Update;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import dev.trestle.store.Written;
import dev.trestle.store.property.Sample.Given;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * An action on every column of a random model, each in an update of its own, compared with plain
 * Java. Runs of whole models seldom get to one action with the one value that it is about, such as
 * a fallback with an item that needs it.
 */
class UpdateProperties {
  private static final int MODELS = 25;

  /** How many samples each action is tried on. */
  private static final int SAMPLES = 4;

  private record Actions(RandomModel model, List<RandomUpdate> all, List<Trial> trials) {
    static final Gen<Actions> ACTIONS =
        choices -> {
          var model = new RandomModel(choices);
          var all = new ArrayList<RandomUpdate>();
          for (var column : model.changeable) all.add(RandomUpdate.random(choices, column, model));
          Gen<Trial> trials = inner -> Trial.random(inner, model);
          return new Actions(model, all, trials.list(SAMPLES, SAMPLES).from(choices));
        };

    @Override
    public String toString() {
      return "%s%n  actions%n%s%n  trials%n%s".formatted(model, text(all), text(trials));
    }

    private static String text(List<?> lines) {
      return lines.stream().map(each -> "    " + each).collect(Collectors.joining("\n"));
    }
  }

  /** A sample and the parameters of an update of it. */
  private record Trial(Sample sample, Given given) {
    static Trial random(Choices choices, RandomModel model) {
      var random = Samples.random(choices);
      var sample =
          model.traits.version().map(version -> Samples.with(random, version, 0L)).orElse(random);
      var alike = new ArrayList<>(model.keyColumns());
      alike.addAll(model.indexColumns());
      var counted = new Reference(model).counted(sample);
      model.traits.version().ifPresent(alike::add);
      return new Trial(sample, Samples.given(choices, Optional.of(counted), alike));
    }
  }

  @Test
  void an_action_does_what_plain_java_does() {
    long seed = Property.seed();
    System.out.println("random actions with seed " + seed);
    try (var trestle = Trestle.open(EngineOptions.inMemory().withClock(new ManualClock()))) {
      Property.check(
          seed,
          Math.max(MODELS, Integer.getInteger("trestle.models", 0) / 10),
          Actions.ACTIONS,
          actions -> compare(trestle, actions));
    }
  }

  private static void compare(Trestle trestle, Actions actions) {
    var model = actions.model;
    var updates = new ArrayList<Update<Given, Sample>>();
    for (var action : actions.all) {
      var builder = model.entity.update("update" + updates.size(), action.toString(), Given.class);
      updates.add(action.declare().apply(builder).build());
    }
    var declared =
        Model.named("actions")
            .entities(model.entity)
            .patterns(model.put, model.drop, model.get)
            .patterns(updates.toArray(Update<?, ?>[]::new))
            .build();
    TableCreation.create(declared, trestle.client(), "");
    try {
      var options = StoreOptions.standard().clock(InstantSource.fixed(model.traits.now()));
      var store = Store.of(declared, trestle.client(), options);
      for (int i = 0; i < updates.size(); i++) {
        for (var trial : actions.trials) {
          compare(store, model, updates.get(i), actions.all.get(i), trial);
        }
      }
    } finally {
      trestle.client().deleteTable(request -> request.tableName("samples"));
    }
  }

  private static void compare(
      Store store,
      RandomModel model,
      Update<Given, Sample> update,
      RandomUpdate action,
      Trial trial) {
    var reference = new Reference(model);
    assertThat(store.run(model.put, trial.sample).isDone()).isTrue();
    reference.put(reference.counted(trial.sample));
    var after = reference.updated(trial.given, List.of(action));
    after.ifPresent(reference::put);
    var expected =
        after.isPresent()
            ? new Written.Done<>(after)
            : new Written.Refused<>(reference.get(trial.given));
    assertThat(store.run(update, trial.given)).as("%s", action).isEqualTo(expected);
    assertThat(store.run(model.get, trial.given))
        .as("after %s", action)
        .isEqualTo(reference.read(trial.given));
    store.run(model.drop, Samples.like(after.orElse(reference.get(trial.given).orElseThrow())));
  }
}
