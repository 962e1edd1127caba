package dev.trestle.homeops.understanding.embedded;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Words that families use, beyond the lexicon: those of at least two messages that were learned
 * from. A verb of housework with a word from outside is probably a figure of speech.
 */
final class FamiliarWords {
  static final FamiliarWords NONE = new FamiliarWords(Set.of());

  private static final int MESSAGES_MIN = 2;
  private static final int WORDS_MAX = 100_000;

  private final Set<String> words;

  private FamiliarWords(Set<String> words) {
    this.words = words;
  }

  static FamiliarWords of(List<Corpus.Message> messages) {
    var counts = new HashMap<String, Integer>();
    for (var message : messages) {
      var once = new HashSet<String>();
      Tokenizer.of(message.text()).forEach(token -> once.add(token.folded()));
      once.forEach(word -> counts.merge(word, 1, Integer::sum));
    }
    counts.values().removeIf(count -> count < MESSAGES_MIN);
    return new FamiliarWords(Set.copyOf(counts.keySet()));
  }

  boolean contains(MessageToken token) {
    return words.contains(token.folded());
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(words.size());
    for (var word : new TreeSet<>(words)) {
      out.writeUTF(word);
    }
  }

  static FamiliarWords read(DataInputStream in) throws IOException {
    int size = in.readInt();
    if (size < 0 || size > WORDS_MAX) {
      throw new IOException("not a model");
    }
    var words = new HashSet<String>();
    for (int i = 0; i < size; i++) {
      words.add(in.readUTF());
    }
    return new FamiliarWords(Set.copyOf(words));
  }
}
