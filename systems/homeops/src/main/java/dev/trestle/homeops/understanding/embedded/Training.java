package dev.trestle.homeops.understanding.embedded;

import static java.util.concurrent.CompletableFuture.supplyAsync;

import dev.trestle.homeops.understanding.embedded.SoftmaxTrainer.Example;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;

/** Turns labelled messages into examples and trains the classifiers. */
final class Training {
  static final String NONE = "none";
  static final String DONE = "act";

  private static final int TRAINERS = 2;
  private static final int EPOCHS = 24;
  private static final float DECAY = 3e-4f;

  private final Lexicon lexicon;
  private final CandidateFinder finder;
  private final FamiliarWords familiar;

  Training(Lexicon lexicon, FamiliarWords familiar) {
    this.lexicon = lexicon;
    this.familiar = familiar;
    this.finder = new CandidateFinder(lexicon);
  }

  /** Trains all classifiers, two at a time. */
  Classifiers classifiers(List<Corpus.Message> messages) {
    try (var threads = Executors.newFixedThreadPool(TRAINERS)) {
      var activities = supplyAsync(() -> train(activities(messages)), threads);
      var types = supplyAsync(() -> train(types(messages, Features::ofType)), threads);
      var whole = supplyAsync(() -> train(messages(messages)), threads);
      var grammar = supplyAsync(() -> train(types(messages, Features::ofGrammar)), threads);
      return new Classifiers(types.join(), grammar.join(), whole.join(), activities.join());
    }
  }

  private static Softmax train(List<Example> examples) {
    return SoftmaxTrainer.train(examples, EPOCHS, DECAY);
  }

  private List<Example> types(
      List<Corpus.Message> messages, BiFunction<Reading, Candidate, FeatureVector> features) {
    var examples = new ArrayList<Example>();
    for (var message : messages) {
      var reading = reading(message);
      var candidates = finder.find(reading);
      var labels = align(candidates, message.labels());
      for (int i = 0; i < candidates.size(); i++) {
        examples.add(new Example(features.apply(reading, candidates.get(i)), labels.get(i).type()));
      }
    }
    return examples;
  }

  private List<Example> messages(List<Corpus.Message> messages) {
    var examples = new ArrayList<Example>();
    for (var message : messages) {
      var type = message.labels().isEmpty() ? NONE : message.labels().getFirst().type();
      examples.add(new Example(Features.ofMessage(reading(message)), type));
    }
    return examples;
  }

  private List<Example> activities(List<Corpus.Message> messages) {
    var examples = new ArrayList<Example>();
    for (var message : messages) {
      var reading = reading(message);
      var candidates = finder.find(reading);
      var labels = align(candidates, message.labels());
      for (int i = 0; i < candidates.size(); i++) {
        if (!labels.get(i).activity().isEmpty()) {
          examples.add(
              new Example(
                  Features.ofActivity(reading, candidates.get(i)), labels.get(i).activity()));
        }
      }
    }
    return examples;
  }

  Reading reading(Corpus.Message message) {
    var names = new HashSet<String>();
    message.household().members().forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    return new Reading(
        message.text(), Set.copyOf(names), Reading.aliases(Map.of()), familiar, lexicon);
  }

  /** The label of each candidate: "none" once all labels have been given out. */
  static List<Corpus.Label> align(List<Candidate> candidates, List<Corpus.Label> labels) {
    var none =
        new Corpus.Label(NONE, "", java.util.Optional.empty(), 0, java.util.Optional.empty());
    var result = new ArrayList<Corpus.Label>();
    candidates.forEach(_ -> result.add(none));
    if (labels.isEmpty()) {
      return result;
    }
    var left = new ArrayList<>(labels);
    if (!labels.getFirst().type().equals(DONE) && labels.size() == 1) {
      for (int i = 0; i < result.size(); i++) {
        result.set(i, labels.getFirst());
      }
      return result;
    }
    for (int i = 0; i < candidates.size(); i++) {
      var activity = candidates.get(i).activity();
      for (var label : labels) {
        if (label.activity().equals(activity)) {
          result.set(i, label);
          left.remove(label);
        }
      }
    }
    for (int i = 0; i < candidates.size() && !left.isEmpty(); i++) {
      if (result.get(i).type().equals(NONE)) {
        result.set(i, left.removeFirst());
      }
    }
    return result;
  }
}
