package dev.trestle.model;

import java.util.List;
import java.util.Optional;

/**
 * A secondary index of a table. Entities declare themselves whether they are in it.
 *
 * @param provisioned units of its own; empty if they are as many as the table's, and scaled like
 *     those
 */
public record TableIndex(
    String name,
    Scope scope,
    KeyAttribute partition,
    Optional<KeyAttribute> sort,
    Projection projection,
    Optional<Billing.Provisioned> provisioned) {

  /**
   * Whether the index has its own partitions (global) or sorts the table's partitions differently
   * (local).
   */
  public enum Scope {
    GLOBAL,
    LOCAL
  }

  /** Declares an index. Ends with its projection. */
  public static final class Draft {
    private final String name;
    private final KeyAttribute partition;
    private Optional<KeyAttribute> sort = Optional.empty();
    private Optional<Billing.Provisioned> provisioned = Optional.empty();

    Draft(String name, KeyAttribute partition) {
      this.name = name;
      this.partition = partition;
    }

    /** The attribute that is the index's sort key. */
    public Draft sort(KeyAttribute attribute) {
      sort = Optional.of(attribute);
      return this;
    }

    /**
     * The index's own units, if the table is provisioned and the index needs different ones. They
     * are not scaled.
     */
    public Draft provisioned(long read, long write) {
      provisioned = Optional.of(new Billing.Provisioned(new Throughput(read, write)));
      return this;
    }

    /** The index's own units and their scaling. */
    public Draft provisioned(long read, long write, AutoScaling scaling) {
      provisioned =
          Optional.of(new Billing.Provisioned(new Throughput(read, write), Optional.of(scaling)));
      return this;
    }

    /** The index has all attributes. */
    public TableIndex all() {
      return showing(new Projection.All());
    }

    /** The index has the keys only. */
    public TableIndex keysOnly() {
      return showing(new Projection.KeysOnly());
    }

    /** The index has the keys and these attributes. */
    public TableIndex include(String... attributes) {
      return showing(new Projection.Include(List.of(attributes)));
    }

    private TableIndex showing(Projection projection) {
      return new TableIndex(name, Scope.GLOBAL, partition, sort, projection, provisioned);
    }
  }
}
