package dev.trestle.model;

/**
 * Counts the items that a query would find. It costs what reading them would; only their way over
 * the network is saved.
 *
 * @param query what is counted; its page is the most items that are looked at
 */
public record Count<K>(Query<K, ?> query) implements AccessPattern {
  @Override
  public Heading heading() {
    return query.heading();
  }
}
