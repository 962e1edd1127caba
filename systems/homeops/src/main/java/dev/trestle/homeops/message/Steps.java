package dev.trestle.homeops.message;

import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The verdict of each step of a message, for its decision: {@code pass}, {@code silent} or {@code
 * failed}. A step that fails is logged, and the others are still done.
 */
final class Steps {
  static final String ENGAGEMENT = "engagement";
  static final String UNDERSTOOD = "understood";
  static final String CONFIDENCE = "confidence";
  static final String LOGGED = "logged";
  static final String LEARNED = "learned";
  static final String PROMISED = "promised";
  static final String REPLY = "reply";

  private static final System.Logger LOG = System.getLogger(Steps.class.getName());
  private static final String PASS = ": pass";
  private static final String SILENT = ": silent";
  private static final String FAILED = ": failed";

  private final Map<String, String> verdicts = new LinkedHashMap<>();

  /** The steps of a message that is handled again; those that failed are still to be done. */
  static Steps after(List<String> before) {
    var steps = new Steps();
    for (var step : before) {
      if (!step.endsWith(FAILED)) {
        int end = step.indexOf(':');
        steps.verdicts.put(step.substring(0, end), step.substring(end));
      }
    }
    return steps;
  }

  void judge(String step, boolean passed) {
    verdicts.put(step, passed ? PASS : SILENT);
  }

  /** Does a step, and returns whether that succeeded. */
  boolean attempt(String step, Runnable work) {
    try {
      work.run();
      verdicts.putIfAbsent(step, PASS);
      return true;
    } catch (RuntimeException e) {
      failed(step, e);
      return false;
    }
  }

  void failed(String step, RuntimeException cause) {
    LOG.log(
        Level.WARNING, "a step of a message failed: " + step + ", " + cause.getClass().getName());
    verdicts.put(step, FAILED);
  }

  boolean hasFailed(String step) {
    return FAILED.equals(verdicts.get(step));
  }

  /** All verdicts, followed by those of the rules for replies. */
  List<String> with(List<String> rules) {
    var all = new ArrayList<String>();
    verdicts.forEach((step, verdict) -> all.add(step + verdict));
    rules.stream()
        .filter(rule -> !verdicts.containsKey(rule.substring(0, rule.indexOf(':'))))
        .forEach(all::add);
    return all;
  }
}
