package dev.trestle.stak.model.seed;

import dev.trestle.design.Design;
import dev.trestle.design.cost.PatternCost;
import dev.trestle.design.cost.Units;

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
