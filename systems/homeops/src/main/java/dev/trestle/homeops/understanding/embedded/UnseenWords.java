package dev.trestle.homeops.understanding.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Copies of messages in which some things are called by words that do not exist. The lexicon was
 * written with the training messages at hand and knows nearly every noun in them; a family's next
 * message names things it does not know. The copies show the classifiers what verbs say of those.
 */
final class UnseenWords {
  private static final long SEED = 20261117;

  /** How many of the things in a message are renamed. */
  private static final double SHARE = 0.35;

  private static final String[] SYLLABLES = {
    "bra", "do", "fel", "gu", "hin", "ka", "lor", "mi", "nep", "ol", "pas", "ri", "sut", "tam",
    "ve", "yk", "ås", "dri", "ste", "mon"
  };

  private final Training training;
  private final Random random = new Random(SEED);

  UnseenWords(Training training) {
    this.training = training;
  }

  /** The messages, and a copy of each in which something was renamed. */
  List<Corpus.Message> added(List<Corpus.Message> messages) {
    var all = new ArrayList<>(messages);
    for (var message : messages) {
      var text = copy(training.reading(message));
      if (!text.isEmpty()) {
        all.add(new Corpus.Message(message.household(), text, message.labels()));
      }
    }
    return all;
  }

  private String copy(Reading reading) {
    var text = new StringBuilder();
    boolean changed = false;
    for (int i = 0; i < reading.size(); i++) {
      var token = reading.token(i);
      boolean thing = !reading.nouns(i).isEmpty() && reading.verbs(i).isEmpty();
      boolean renamed =
          token.isWord() && (thing || reading.isUnknown(i)) && random.nextDouble() < SHARE;
      changed |= renamed;
      boolean attached = token.word().startsWith("'") || token.is("n't");
      text.append(attached || i == 0 ? "" : " ").append(renamed ? word() : token.raw());
    }
    return changed ? text.toString() : "";
  }

  private String word() {
    var word = new StringBuilder();
    int count = 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      word.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
    }
    return word.toString();
  }
}
