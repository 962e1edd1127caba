package dev.trestle.homeops.web;

import dev.trestle.homeops.model.Decisions.DecidedAct;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.understanding.Act;
import java.time.Instant;
import java.util.Optional;

/** An act as it was understood. */
record ActView(
    String type,
    Optional<String> activity,
    String effort,
    double confidence,
    Optional<String> who,
    Instant when) {
  static ActView of(DecidedAct act) {
    return new ActView(
        act.type().name(),
        act.activity(),
        act.effort().name(),
        act.confidence(),
        act.who().map(MemberId::toString),
        act.when());
  }

  static ActView of(Act act) {
    return new ActView(
        act.type().name(),
        act.activity(),
        act.effort().name(),
        act.confidence(),
        act.who().map(MemberId::toString),
        act.when());
  }
}
