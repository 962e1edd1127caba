package dev.trestle.stak.model.seed;

import dev.trestle.model.cost.PatternCost;
import dev.trestle.model.cost.Units;
import dev.trestle.model.design.Design;

/** What the first design would have cost. */
public final class StakSeedCost {
  private StakSeedCost() {}

  /** One recipient of a message: the message, the total and the category's count. */
  public static Units delivery() {
    return PatternCost.of(Design.of(StakSeed.MODEL)).stream()
        .filter(cost -> cost.heading().id().equals("S1"))
        .findFirst()
        .orElseThrow()
        .perCall()
        .total();
  }
}
