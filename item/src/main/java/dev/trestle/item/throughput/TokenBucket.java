package dev.trestle.item.throughput;

/**
 * Units that come in at a rate and are saved up to a maximum. A request is admitted while the
 * balance is positive, and its whole cost is deducted afterwards, because a read's cost is not
 * known before. So the balance may become negative, and a request of any size gets through once.
 */
final class TokenBucket {
  private static final double MILLIS_PER_SECOND = 1000;

  private final double savedSeconds;
  private double unitsPerSecond;
  private double balance;
  private long updatedMillis;

  /** Starts with the units of one second. */
  TokenBucket(double unitsPerSecond, double savedSeconds, long nowMillis) {
    this.unitsPerSecond = unitsPerSecond;
    this.savedSeconds = savedSeconds;
    this.balance = unitsPerSecond;
    this.updatedMillis = nowMillis;
  }

  boolean hasUnits(long nowMillis) {
    refill(nowMillis);
    return balance > 0;
  }

  void charge(double units, long nowMillis) {
    refill(nowMillis);
    balance -= units;
  }

  void setRate(double changed, long nowMillis) {
    refill(nowMillis);
    unitsPerSecond = changed;
    balance = Math.min(balance, changed * savedSeconds);
  }

  private void refill(long nowMillis) {
    if (nowMillis <= updatedMillis) return;
    double earned = (nowMillis - updatedMillis) / MILLIS_PER_SECOND * unitsPerSecond;
    balance = Math.min(unitsPerSecond * savedSeconds, balance + earned);
    updatedMillis = nowMillis;
  }
}
