package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.model.ActType;
import dev.trestle.homeops.model.Activities.Kind;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.text.FoldedWords;
import dev.trestle.homeops.time.SpokenTime;
import dev.trestle.homeops.understanding.Act;
import dev.trestle.homeops.understanding.Gate;
import dev.trestle.homeops.understanding.MemoryQuestion;
import dev.trestle.homeops.understanding.Understanding;
import dev.trestle.homeops.understanding.Understood;
import dev.trestle.homeops.understanding.Utterance;
import dev.trestle.homeops.understanding.Vocabulary;
import dev.trestle.homeops.understanding.embedded.Analysis.Finding;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Understands Swedish and English without a network. Safe for use by many threads. */
public final class EmbeddedUnderstanding implements Understanding {
  /** Acts that are blocked by a signal are neither logged nor asked about. */
  private static final double CLOSED_CONFIDENCE = 0.4;

  private static final double PROMISE_MIN = 0.6;

  private final Lexicon lexicon = new Lexicon();
  private final Analysis analysis;
  private final Calibration calibration;
  private final FamiliarWords familiar;

  public EmbeddedUnderstanding() {
    this(TrainedModel.load());
  }

  EmbeddedUnderstanding(TrainedModel model) {
    this.analysis = new Analysis(lexicon, model.classifiers());
    this.calibration = model.calibration();
    this.familiar = model.familiar();
  }

  @Override
  public Understood understand(Utterance utterance) {
    var members = membersByName(utterance);
    var reading =
        new Reading(
            utterance.text(),
            members.keySet(),
            Reading.aliases(utterance.aliases()),
            familiar,
            lexicon);
    if (reading.size() == 0) {
      return Understood.NOTHING;
    }
    var findings = analysis.of(reading);
    var whole = wholeMessage(utterance, findings, members);
    if (whole.isPresent()) {
      return new Understood(List.of(whole.get()), Gate.OPEN);
    }
    var acts = new LinkedHashMap<String, Act>();
    for (var finding : findings) {
      for (var act : acts(utterance, reading, finding, members)) {
        var key = act.type().isDone() + act.activity().orElse("") + act.who();
        acts.merge(key, act, (a, b) -> a.confidence() >= b.confidence() ? a : b);
      }
    }
    return new Understood(List.copyOf(acts.values()), gate(findings));
  }

  private static Map<String, MemberId> membersByName(Utterance utterance) {
    var members = new LinkedHashMap<String, MemberId>();
    for (var member : utterance.members()) {
      members.putIfAbsent(member.name().toLowerCase(Locale.ROOT), member.id());
    }
    return members;
  }

  /**
   * A message that is one of the household's own words, and nothing else, reports that activity.
   */
  private static Optional<Act> ownWord(Utterance utterance) {
    if (utterance.text().contains("?")) {
      return Optional.empty();
    }
    var word = FoldedWords.normaliseAlias(utterance.text());
    return Optional.ofNullable(utterance.aliases().get(word))
        .map(activity ->
            new Act(
                Vocabulary.kindOf(activity) == Kind.recovery ? ActType.recovery : ActType.chore,
                Optional.of(activity),
                EffortWords.of(utterance.text(), activity),
                1,
                Optional.of(utterance.sender()),
                utterance.at()));
  }

  /** Own words, questions and corrections are about the message as a whole. */
  private Optional<Act> wholeMessage(
      Utterance utterance, List<Finding> findings, Map<String, MemberId> members) {
    var own = ownWord(utterance);
    if (own.isPresent()) {
      return own;
    }
    var question = MemoryQuestion.in(utterance.text());
    var first = findings.getFirst();
    if (question.isPresent() && first.candidate().isKnown()) {
      var who = memberIn(utterance.text(), members);
      return Optional.of(
          act(ActType.question, utterance, first.activity(), first, who, utterance.at()));
    }
    if (CorrectionText.isCorrection(utterance.text(), members.keySet())) {
      var activity = findings.stream().filter(f -> f.candidate().isKnown()).findFirst();
      return Optional.of(
          new Act(
              ActType.correction,
              activity.map(Finding::activity),
              EffortWords.of(utterance.text(), activity.map(Finding::activity).orElse("")),
              1,
              memberIn(utterance.text(), members),
              utterance.at()));
    }
    return Optional.empty();
  }

  private static Optional<MemberId> memberIn(String text, Map<String, MemberId> members) {
    return Tokenizer.of(text).stream()
        .map(token -> Optional.ofNullable(members.get(token.word())))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private List<Act> acts(
      Utterance utterance, Reading reading, Finding finding, Map<String, MemberId> members) {
    var activity = finding.activity();
    double confidence = confidence(finding);
    if (isPromise(finding)) {
      var deadline = SpokenTime.deadline(utterance.text(), utterance.at().atZone(utterance.zone()));
      return List.of(
          act(
              ActType.promise,
              utterance,
              activity,
              finding,
              Optional.of(utterance.sender()),
              deadline.toInstant()));
    }
    boolean likely = confidence >= 0.5 || finding.type().equals(Training.DONE);
    if (!likely) {
      return finding.candidate().isKnown()
          ? List.of(
              act(ActType.none, utterance, activity, finding, Optional.empty(), utterance.at()))
          : List.of();
    }
    var type = Vocabulary.kindOf(activity) == Kind.recovery ? ActType.recovery : ActType.chore;
    var when = when(utterance, reading, finding);
    var acts = new ArrayList<Act>();
    for (var who : who(utterance, finding.candidate().subject(), members)) {
      acts.add(act(type, utterance, activity, finding, Optional.of(who), when));
    }
    return acts;
  }

  private Act act(
      ActType type,
      Utterance utterance,
      String activity,
      Finding finding,
      Optional<MemberId> who,
      Instant when) {
    boolean reported = type.isDone() || type == ActType.none;
    return new Act(
        type,
        Optional.of(activity),
        EffortWords.of(utterance.text(), activity),
        reported ? confidence(finding) : finding.probability(),
        who,
        when);
  }

  private double confidence(Finding finding) {
    double confidence = calibration.confidence(finding.evidence());
    return finding.signals().isEmpty() ? confidence : Math.min(confidence, CLOSED_CONFIDENCE);
  }

  /** Only the sender promises, and only work. */
  private static boolean isPromise(Finding finding) {
    var kind = finding.candidate().subject().kind();
    return finding.type().equals("promise")
        && finding.probability() >= PROMISE_MIN
        && finding.candidate().isKnown()
        && (kind == Subject.Kind.ELIDED || kind == Subject.Kind.FIRST)
        && Vocabulary.kindOf(finding.activity()) == Kind.chore;
  }

  private static List<MemberId> who(
      Utterance utterance, Subject subject, Map<String, MemberId> members) {
    var who = new ArrayList<MemberId>();
    for (var name : subject.names()) {
      who.add(members.getOrDefault(name, utterance.sender()));
    }
    if (subject.withSender() || who.isEmpty()) {
      who.add(utterance.sender());
    }
    return who.stream().distinct().toList();
  }

  /** The time of the clause, or else that of the message. */
  private static Instant when(Utterance utterance, Reading reading, Finding finding) {
    var now = utterance.at().atZone(utterance.zone());
    var clause = new StringBuilder();
    int from = reading.clauseStart(finding.candidate().at());
    for (int i = from; i < reading.clauseEnd(finding.candidate().at()); i++) {
      clause.append(reading.token(i).raw()).append(' ');
    }
    return SpokenTime.past(clause.toString(), now)
        .or(() -> SpokenTime.past(utterance.text(), now))
        .orElse(now)
        .toInstant();
  }

  private static Gate gate(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.candidate().isKnown())
        .flatMap(finding -> finding.signals().stream())
        .map(signal -> Gate.valueOf(signal.name()))
        .findFirst()
        .orElse(Gate.OPEN);
  }
}
