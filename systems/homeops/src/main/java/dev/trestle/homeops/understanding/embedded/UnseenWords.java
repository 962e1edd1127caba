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
  private static final double SHARE = Double.parseDouble(System.getProperty("mask", "0.35"));
  private static final String[] SYLLABLES = {
    "bra", "do", "fel", "gu", "hin", "ka", "lor", "mi", "nep", "ol", "pas", "ri", "sut", "tam",
    "ve", "yk", "ås", "dri", "ste", "mon"
  };

  private final Lexicon lexicon;
  private final Random random = new Random(SEED);

  UnseenWords(Lexicon lexicon) {
    this.lexicon = lexicon;
  }

  /** One copy of each message that has something to replace. */
  List<Corpus.Message> copies(List<Corpus.Message> messages, Training training) {
    var copies = new ArrayList<Corpus.Message>();
    for (var message : messages) {
      var text = copy(training.reading(message));
      if (!text.isEmpty()) {
        copies.add(new Corpus.Message(message.household(), text, message.labels()));
      }
    }
    return copies;
  }

  private String copy(Reading reading) {
    var text = new StringBuilder();
    boolean changed = false;
    for (int i = 0; i < reading.size(); i++) {
      var token = reading.token(i);
      boolean thing = !reading.nouns(i).isEmpty() && reading.verbs(i).isEmpty();
      boolean hidden =
          token.isWord()
              && !token.word().startsWith("'")
              && (thing || reading.isUnknown(i))
              && random.nextDouble() < SHARE;
      changed |= hidden;
      boolean attached = token.word().startsWith("'") || token.word().equals("n't");
      text.append(attached || i == 0 ? "" : " ").append(hidden ? word() : token.raw());
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
