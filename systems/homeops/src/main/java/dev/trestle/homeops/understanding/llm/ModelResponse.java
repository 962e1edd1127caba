package dev.trestle.homeops.understanding.llm;

import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities.Effort;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.homeops.time.SpokenTime;
import dev.trestle.homeops.understanding.Act;
import dev.trestle.homeops.understanding.Gate;
import dev.trestle.homeops.understanding.Understood;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.homeops.understanding.Vocabulary;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A language model's answer. Times are not taken from it: our own grammar reads them, which knows
 * the household's zone.
 *
 * @param gate why nothing counts as done, or {@code open}
 */
record ModelResponse(List<ModelAct> acts, String gate) {
  static final int ACTS_MAX = 8;

  /** The subject of an act that the sender did. */
  static final String SENDER = "sender";

  /** The subject of an act that nobody of the household did. */
  static final String SOMEBODY_ELSE = "somebody_else";

  /** A correction that says that the sender did it. */
  private static final Pattern MINE = Pattern.compile("\\b(?:var (?:det )?jag|jag som|was me)\\b");

  record ModelAct(
      String type, Optional<String> activity, String effort, double confidence, String who) {}

  /**
   * What the answer says about a message.
   *
   * @throws IllegalArgumentException if it does not keep to the schema
   */
  Understood about(Utterance utterance) {
    require(acts.size() <= ACTS_MAX);
    var understood = new ArrayList<Act>();
    for (var act : acts) {
      require(act.confidence() >= 0 && act.confidence() <= 1);
      var type = ActType.valueOf(act.type().toLowerCase(Locale.ROOT));
      var effort = Effort.valueOf(act.effort());
      act.activity().ifPresent(name -> require(names(utterance).contains(name)));
      require(act.activity().isPresent() || type == ActType.correction || type == ActType.none);
      var who = subject(act, type, utterance);
      if (isOurs(act, type, utterance)) {
        understood.add(
            new Act(
                kept(type, act.activity()),
                act.activity(),
                effort,
                act.confidence(),
                who,
                when(type, utterance)));
      }
    }
    return new Understood(understood, Gate.valueOf(gate.toUpperCase(Locale.ROOT)));
  }

  /** People outside the household do nothing that counts, and only the sender can promise. */
  private static boolean isOurs(ModelAct act, ActType type, Utterance utterance) {
    var who = who(act.who(), utterance);
    return switch (type) {
      case correction -> true;
      case promise -> act.activity().isPresent() && who.equals(Optional.of(utterance.sender()));
      case chore, recovery, question, none -> act.activity().isPresent() && who.isPresent();
    };
  }

  /**
   * The member whom an act is about. The schema asks for someone, so an answer names the sender
   * where a question or a correction names nobody.
   */
  private static Optional<MemberId> subject(ModelAct act, ActType type, Utterance utterance) {
    var who = who(act.who(), utterance);
    return switch (type) {
      case question -> who.filter(_ -> !act.who().equals(SENDER));
      case correction -> who.filter(_ -> !act.who().equals(SENDER) || isMine(utterance.text()));
      case chore, recovery, promise, none -> who;
    };
  }

  private static boolean isMine(String text) {
    return MINE.matcher(String.join(" ", FoldedWords.of(text))).find();
  }

  /** Whether an activity is work or rest is the vocabulary's to say. */
  private static ActType kept(ActType type, Optional<String> activity) {
    if (!type.isDone()) {
      return type;
    }
    boolean rest = activity.map(Vocabulary::kindOf).filter(Kind.recovery::equals).isPresent();
    return rest ? ActType.recovery : ActType.chore;
  }

  /** The activities that may be named: those of the vocabulary, and the household's own. */
  static List<String> names(Utterance utterance) {
    var names = new ArrayList<String>();
    Vocabulary.entries().forEach(entry -> names.add(entry.name()));
    utterance.aliases().values().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return names.stream().distinct().toList();
  }

  private static Optional<MemberId> who(String who, Utterance utterance) {
    if (who.equals(SENDER)) {
      return Optional.of(utterance.sender());
    }
    var member =
        utterance.members().stream()
            .filter(each -> each.name().equals(who))
            .map(Utterance.Member::id)
            .findFirst();
    require(member.isPresent() || who.equals(SOMEBODY_ELSE));
    return member;
  }

  private static Instant when(ActType type, Utterance utterance) {
    var now = utterance.at().atZone(utterance.zone());
    if (type == ActType.promise) {
      return SpokenTime.deadline(utterance.text(), now).toInstant();
    }
    return type.isDone()
        ? SpokenTime.past(utterance.text(), now)
            .map(ZonedDateTime::toInstant)
            .orElse(utterance.at())
        : utterance.at();
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("the answer does not keep to the schema");
    }
  }
}
