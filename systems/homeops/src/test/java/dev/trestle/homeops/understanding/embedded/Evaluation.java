package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.understanding.Act;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.homeops.understanding.Vocabulary;
import java.io.PrintStream;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Compares what is understood with the labels. An act is logged if its type is chore or recovery
 * and its confidence at least {@link #ACTING}. A logged act is right if the message has an act that
 * no other logged act stands for; whether it is the right activity is counted apart.
 */
final class Evaluation {
  static final double ACTING = 0.85;
  static final ZoneId ZONE = ZoneId.of("Europe/Stockholm");
  private static final long SENDER = 1;

  /** Of how many, how many. */
  static final class Ratio {
    int hits;
    int of;

    void count(boolean hit) {
      hits += hit ? 1 : 0;
      of++;
    }

    double value() {
      return of == 0 ? 1 : hits / (double) of;
    }

    @Override
    public String toString() {
      return String.format(Locale.ROOT, "%.3f (%d of %d)", value(), hits, of);
    }
  }

  /** Precision and recall of one class. */
  static final class Scores {
    final Ratio precision = new Ratio();
    final Ratio recall = new Ratio();
  }

  /** A confidence and whether an act was reported. */
  record Bet(double confidence, boolean right) {}

  final Scores logged = new Scores();
  final Ratio noneLogged = new Ratio();
  final Ratio activity = new Ratio();
  final Ratio who = new Ratio();
  final Ratio day = new Ratio();
  final Ratio effort = new Ratio();
  final Map<String, Scores> byClass = new TreeMap<>();
  final List<Bet> bets = new ArrayList<>();
  final List<String> errors = new ArrayList<>();

  static Evaluation of(Understanding understanding, List<Corpus.Message> messages) {
    var evaluation = new Evaluation();
    evaluation.addAll(understanding, messages);
    return evaluation;
  }

  void addAll(Understanding understanding, List<Corpus.Message> messages) {
    for (var message : messages) {
      add(message, understanding.understand(utterance(message)).acts());
    }
  }

  static Utterance utterance(Corpus.Message message) {
    var members = new ArrayList<Utterance.Member>();
    for (var name : message.household().members()) {
      members.add(new Utterance.Member(new MemberId(SENDER + 1 + members.size()), name));
    }
    var at = message.household().now().atZone(ZONE).toInstant();
    return new Utterance(message.text(), new MemberId(SENDER), members, Map.of(), ZONE, at);
  }

  /** Prints the tables of the documentation. */
  void print(PrintStream out) {
    out.println("precision " + logged.precision + ", recall " + logged.recall);
    out.println("none logged " + noneLogged + ", activity " + activity);
    out.println("who " + who + ", day " + day + ", effort " + effort);
    byClass.forEach(
        (name, scores) -> out.println(name + ": " + scores.precision + ", " + scores.recall));
    for (int tenth = 0; tenth < 10; tenth++) {
      double from = tenth / 10.0;
      var bin =
          bets.stream()
              .filter(bet -> bet.confidence() >= from && bet.confidence() < from + 0.1)
              .toList();
      double said = bin.stream().mapToDouble(Bet::confidence).average().orElse(0);
      double right = bin.stream().mapToDouble(bet -> bet.right() ? 1 : 0).average().orElse(0);
      out.printf(
          Locale.ROOT, "%.1f: %d messages, said %.3f, right %.3f%n", from, bin.size(), said, right);
    }
  }

  /** Prints each error with its message: not for the held-out split, whose texts stay unread. */
  void printErrors(PrintStream out) {
    errors.forEach(out::println);
  }

  private void add(Corpus.Message message, List<Act> acts) {
    var gold =
        new ArrayList<>(message.labels().stream().filter(l -> l.type().equals("act")).toList());
    var done = acts.stream().filter(act -> isLogged(act)).toList();
    if (message.labels().isEmpty()) {
      noneLogged.count(!done.isEmpty());
    }
    addBets(acts, gold);
    var unmatched = new ArrayList<Act>();
    for (var act : done) {
      var match =
          gold.stream()
              .filter(sameActivity(act).and(label -> isAbout(message, label, act)))
              .findFirst()
              .or(() -> gold.stream().filter(sameActivity(act)).findFirst());
      match.ifPresentOrElse(label -> right(message, act, label, gold), () -> unmatched.add(act));
    }
    for (var act : unmatched) {
      boolean real = !gold.isEmpty();
      logged.precision.count(real);
      count(kind(act.activity()), s -> s.precision, real);
      if (real) {
        var label = gold.removeFirst();
        logged.recall.count(true);
        activity.count(false);
        count(kind(Optional.of(label.activity())), s -> s.recall, true);
        error(message, "activity", act);
      } else {
        error(message, "false", act);
      }
    }
    for (var label : gold) {
      logged.recall.count(false);
      count(kind(Optional.of(label.activity())), s -> s.recall, false);
      count("activity " + label.activity(), s -> s.recall, false);
      errors.add("missed " + label.activity() + ": " + message.text());
    }
    addOthers(message, acts);
  }

  /** As in the calibration, a report whose activity is mistaken is a report. */
  private void addBets(List<Act> acts, List<Corpus.Label> gold) {
    boolean mistaken =
        gold.stream()
            .anyMatch(label -> acts.stream().noneMatch(act -> sameActivity(act).test(label)));
    acts.stream()
        .filter(act -> act.type().isDone() || act.type() == ActType.none)
        .map(
            act -> new Bet(act.confidence(), mistaken || gold.stream().anyMatch(sameActivity(act))))
        .forEach(bets::add);
  }

  private void right(Corpus.Message message, Act act, Corpus.Label label, List<Corpus.Label> gold) {
    gold.remove(label);
    logged.precision.count(true);
    logged.recall.count(true);
    activity.count(true);
    count(kind(act.activity()), s -> s.precision, true);
    count(kind(act.activity()), s -> s.recall, true);
    count("activity " + label.activity(), s -> s.recall, true);
    boolean sameWho = isAbout(message, label, act);
    who.count(sameWho);
    var said = LocalDate.ofInstant(act.when(), ZONE);
    boolean sameDay = said.equals(message.household().now().toLocalDate().plusDays(label.day()));
    day.count(sameDay);
    label.effort().ifPresent(expected -> effort.count(act.effort().name().equals(expected)));
    if (!sameWho) {
      error(message, "who", act);
    }
    if (!sameDay) {
      error(message, "day", act);
    }
  }

  private void addOthers(Corpus.Message message, List<Act> acts) {
    for (var type : List.of(ActType.promise, ActType.question, ActType.correction)) {
      boolean expected = message.labels().stream().anyMatch(l -> l.type().equals(type.name()));
      boolean found = acts.stream().anyMatch(act -> act.type() == type);
      if (found) {
        count(type.name(), s -> s.precision, expected);
      }
      if (expected) {
        count(type.name(), s -> s.recall, found);
      }
      if (found != expected) {
        errors.add((found ? "false " : "missed ") + type.name() + ": " + message.text());
      }
    }
    boolean none = message.labels().isEmpty();
    boolean nothing =
        acts.stream()
            .allMatch(act -> act.type() == ActType.none || (act.type().isDone() && !isLogged(act)));
    if (nothing) {
      count("none", s -> s.precision, none);
    }
    if (none) {
      count("none", s -> s.recall, nothing);
    }
  }

  private static boolean isLogged(Act act) {
    return act.type().isDone() && act.confidence() >= ACTING;
  }

  private static Predicate<Corpus.Label> sameActivity(Act act) {
    return label -> label.activity().equals(act.activity().orElse(""));
  }

  private static boolean isAbout(Corpus.Message message, Corpus.Label label, Act act) {
    return act.who().equals(Optional.of(new MemberId(whoOf(message, label))));
  }

  private static long whoOf(Corpus.Message message, Corpus.Label label) {
    return label
        .member()
        .map(name ->
            SENDER
                + 1
                + message.household().members().stream()
                    .map(member -> member.toLowerCase(Locale.ROOT))
                    .toList()
                    .indexOf(name))
        .orElse(SENDER);
  }

  private static String kind(Optional<String> activity) {
    return Vocabulary.kindOf(activity.orElse("")) == Kind.recovery ? "recovery" : "chore";
  }

  private void count(String name, java.util.function.Function<Scores, Ratio> part, boolean hit) {
    part.apply(byClass.computeIfAbsent(name, _ -> new Scores())).count(hit);
  }

  private void error(Corpus.Message message, String what, Act act) {
    errors.add(
        String.format(
            Locale.ROOT,
            "%s %s %.2f: %s",
            what,
            act.activity().orElse("-"),
            act.confidence(),
            message.text()));
  }
}
