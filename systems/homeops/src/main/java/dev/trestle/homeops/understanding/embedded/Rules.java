package dev.trestle.homeops.understanding.embedded;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The phrases for each activity: a verb, with the nouns and particles it needs. */
final class Rules {
  /** Verbs that only say that something was dealt with. */
  private static final Set<String> GENERIC =
      Set.of(
          "göra",
          "fixa",
          "ta",
          "klara",
          "avklara",
          "ordna",
          "köra",
          "genomföra",
          "avsluta",
          "do",
          "finish",
          "get",
          "handle",
          "complete",
          "take");

  /** Those that can be said of a room. */
  private static final Set<String> DO =
      Set.of("göra", "fixa", "klara", "avklara", "ordna", "genomföra", "do", "finish", "complete");

  /**
   * One phrase for an activity.
   *
   * @param nouns one of these classes is needed, unless there are none
   * @param particles one of these words is needed, unless there are none
   * @param name whether a person's name is needed
   * @param generic whether a sign of completion can stand for the verb
   */
  record Rule(
      String activity,
      Set<String> verbs,
      Set<String> nouns,
      Set<String> particles,
      boolean name,
      boolean generic) {
    int specificity() {
      return (nouns.isEmpty() ? 0 : 3) + (particles.isEmpty() ? 0 : 4) + (name ? 2 : 0);
    }
  }

  private final Map<String, List<Rule>> byVerb = new HashMap<>();
  private final Map<String, List<Rule>> genericByNoun = new HashMap<>();
  private final Map<String, Set<String>> nounsOf = new HashMap<>();
  private final Dictionary<String> particles = new Dictionary<>();

  Rules(List<String> lines) {
    var activity = "";
    for (var line : lines) {
      if (line.startsWith(" ")) {
        add(rule(activity, line.strip()));
      } else {
        activity = line.strip();
      }
    }
  }

  private static Rule rule(String activity, String line) {
    var verbs = new LinkedHashSet<String>();
    var nouns = new HashSet<String>();
    var particles = new HashSet<String>();
    boolean name = false;
    boolean generic = false;
    for (var part : line.split(" +", -1)) {
      if (part.equals("NAME")) {
        name = true;
      } else if (part.startsWith("#")) {
        nouns.addAll(List.of(part.substring(1).replace("#", "").split("\\|", -1)));
      } else if (part.startsWith("+")) {
        particles.addAll(List.of(part.substring(1).split("\\|", -1)));
      } else {
        verbs.addAll(List.of(part.split("\\|", -1)));
      }
    }
    if (verbs.remove("GENERIC")) {
      generic = true;
      verbs.addAll(GENERIC);
    }
    if (verbs.remove("DO")) {
      generic = true;
      verbs.addAll(DO);
    }
    return new Rule(activity, verbs, nouns, particles, name, generic);
  }

  private void add(Rule rule) {
    for (var verb : rule.verbs()) {
      byVerb.computeIfAbsent(verb, _ -> new ArrayList<>()).add(rule);
    }
    nounsOf.computeIfAbsent(rule.activity(), _ -> new HashSet<>()).addAll(rule.nouns());
    if (rule.generic()) {
      for (var noun : rule.nouns()) {
        genericByNoun.computeIfAbsent(noun, _ -> new ArrayList<>()).add(rule);
      }
    }
    rule.particles().forEach(particle -> particles.add(particle, particle));
  }

  /** Returns whether a class of things goes with an activity at all. */
  boolean fits(String activity, String noun) {
    return nounsOf.getOrDefault(activity, Set.of()).contains(noun);
  }

  List<Rule> of(String lemma) {
    return byVerb.getOrDefault(lemma, List.of());
  }

  List<Rule> genericOf(String noun) {
    return genericByNoun.getOrDefault(noun, List.of());
  }

  Dictionary<String> particles() {
    return particles;
  }
}
