package dev.trestle.design.cost;

/** A month's bill in US dollars. */
public record Bill(
    double requests, double storage, double recovery, double backups, double streams) {
  /** A bill of nothing. */
  public static final Bill NOTHING = new Bill(0, 0, 0, 0, 0);

  /** The sum of all parts. */
  public double total() {
    return requests + storage + recovery + backups + streams;
  }

  /** Returns the sum of two bills, part by part. */
  public Bill plus(Bill other) {
    return new Bill(
        requests + other.requests,
        storage + other.storage,
        recovery + other.recovery,
        backups + other.backups,
        streams + other.streams);
  }
}
