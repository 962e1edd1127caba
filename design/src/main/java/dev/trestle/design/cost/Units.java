package dev.trestle.design.cost;

/** Read and write capacity units. */
public record Units(double read, double write) {
  public static final Units NONE = new Units(0, 0);

  public static Units reading(double units) {
    return new Units(units, 0);
  }

  /** From the result of the capacity arithmetic for a write. */
  static Units written(long units) {
    return writing((double) units);
  }

  public static Units writing(double units) {
    return new Units(0, units);
  }

  public Units plus(Units other) {
    return new Units(read + other.read, write + other.write);
  }

  public Units times(double factor) {
    return new Units(read * factor, write * factor);
  }

  public boolean isNone() {
    return read == 0 && write == 0;
  }
}
