package dev.trestle.homeops.understanding.embedded;

import dev.trestle.homeops.understanding.embedded.Calibration.Evidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Finds the candidates of a message and classifies each of them. */
final class Analysis {
  /** The classifier overrules the lexicon only when it is this sure. */
  private static final double OVERRULING = 0.6;

  /** For an activity that the classifier has never seen: a household's own. */
  private static final double UNSEEN = 0.3;

  /** "The kids are asleep": who sleeps is not who put them to bed. */
  private static final String BEDTIME = "nattning";

  /**
   * A candidate with its classification.
   *
   * @param type the most probable type
   * @param probability the probability of the type
   * @param activity from the lexicon or the classifier
   */
  record Finding(
      Candidate candidate,
      String type,
      double probability,
      String activity,
      Evidence evidence,
      Set<Signal> signals) {}

  private final CandidateFinder finder;
  private final Softmax types;
  private final Softmax grammar;
  private final Softmax messages;
  private final Softmax activities;

  Analysis(Lexicon lexicon, Classifiers classifiers) {
    this.finder = new CandidateFinder(lexicon);
    this.types = classifiers.types();
    this.grammar = classifiers.grammar();
    this.messages = classifiers.messages();
    this.activities = classifiers.activities();
  }

  List<Finding> of(Reading reading) {
    double byMessage = messages.probability(Training.DONE, Features.ofMessage(reading));
    var findings = new ArrayList<Finding>();
    for (var candidate : finder.find(reading)) {
      findings.add(of(reading, candidate, byMessage));
    }
    return findings;
  }

  private Finding of(Reading reading, Candidate candidate, double byMessage) {
    var byType = types.probabilities(Features.ofType(reading, candidate));
    int type = most(byType);
    var byActivity = activities.probabilities(Features.ofActivity(reading, candidate));
    int best = most(byActivity);
    var likely = activities.classes().get(best);
    boolean seen = activities.classes().contains(candidate.activity());
    boolean overruled = !candidate.isKnown() || (seen && byActivity[best] > OVERRULING);
    var activity = overruled ? likely : candidate.activity();
    int index = activities.classes().indexOf(activity);
    var signals = Signal.of(reading, candidate);
    if (activity.equals(BEDTIME) && !candidate.is(Tense.PAST)) {
      signals.remove(Signal.NOT_A_MEMBER);
    }
    var evidence =
        new Evidence(
            byType[types.classes().indexOf(Training.DONE)],
            grammar.probability(Training.DONE, Features.ofGrammar(reading, candidate)),
            byMessage,
            index < 0 ? UNSEEN : byActivity[index],
            candidate.isKnown(),
            isPlain(reading, candidate, signals));
    return new Finding(
        candidate, types.classes().get(type), byType[type], activity, evidence, signals);
  }

  /**
   * Whether a report leaves no doubt: a known activity in the past, and no word that is unknown.
   */
  private static boolean isPlain(Reading reading, Candidate candidate, Set<Signal> signals) {
    boolean past =
        candidate.is(Tense.PAST)
            || candidate.is(Tense.SUPINE)
            || candidate.is(Tense.PARTICIPLE)
            || candidate.is(Tense.MARK);
    if (!signals.isEmpty()
        || !candidate.isKnown()
        || !past
        || candidate.foreign()
        || candidate.is(Tense.INFINITIVE)) {
      return false;
    }
    return VerbReach.of(reading, candidate).isClear(candidate.noun() >= 0);
  }

  private static int most(double[] probabilities) {
    int best = 0;
    for (int i = 1; i < probabilities.length; i++) {
      best = probabilities[i] > probabilities[best] ? i : best;
    }
    return best;
  }
}
