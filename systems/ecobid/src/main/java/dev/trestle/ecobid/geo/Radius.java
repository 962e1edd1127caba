package dev.trestle.ecobid.geo;

import java.util.Arrays;
import java.util.Optional;

/** The radius of a search, and the precision of the cells that it tries first. */
public enum Radius {
  KM_1(1, 6),
  KM_5(5, 5),
  KM_10(10, 4),
  KM_25(25, 4);

  private final int kilometres;
  private final int precision;

  Radius(int kilometres, int precision) {
    this.kilometres = kilometres;
    this.precision = precision;
  }

  public static Optional<Radius> ofKilometres(int kilometres) {
    return Arrays.stream(values()).filter(radius -> radius.kilometres == kilometres).findFirst();
  }

  public int kilometres() {
    return kilometres;
  }

  public double metres() {
    return kilometres * 1000.0;
  }

  int precision() {
    return precision;
  }
}
