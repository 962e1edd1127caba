package dev.trestle.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Prints a {@link SetupException} as a problem and what to do, instead of a stack trace. */
final class SetupFailureAnalyzer extends AbstractFailureAnalyzer<SetupException> {
  SetupFailureAnalyzer() {}

  @Override
  protected FailureAnalysis analyze(Throwable root, SetupException cause) {
    return new FailureAnalysis(String.valueOf(cause.getMessage()), cause.action(), cause);
  }
}
