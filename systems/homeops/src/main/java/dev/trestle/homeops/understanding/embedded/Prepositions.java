package dev.trestle.homeops.understanding.embedded;

import java.util.Set;

/** The prepositions of both languages. */
final class Prepositions {
  private static final Set<String> WORDS =
      Set.of(
          "på", "i", "till", "te", "från", "för", "med", "me", "av", "om", "efter", "innan", "före",
          "hos", "vid", "åt", "runt", "inför", "under", "över", "längs", "bakom", "mot", "utan",
          "to", "from", "for", "with", "of", "at", "on", "in", "after", "before", "by", "around",
          "round", "into", "onto", "off", "along", "behind", "through", "about", "without");

  private Prepositions() {}

  static boolean contain(MessageToken token) {
    return WORDS.contains(token.word());
  }
}
