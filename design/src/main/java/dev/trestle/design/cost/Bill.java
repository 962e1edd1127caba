package dev.trestle.design.cost;

/** A month's bill in US dollars. */
public record Bill(
    double requests, double storage, double recovery, double backups, double streams) {
  public static final Bill NOTHING = new Bill(0, 0, 0, 0, 0);

  public double total() {
    return requests + storage + recovery + backups + streams;
  }

  public Bill plus(Bill other) {
    return new Bill(
        requests + other.requests,
        storage + other.storage,
        recovery + other.recovery,
        backups + other.backups,
        streams + other.streams);
  }
}
