package dev.trestle.model;

import java.util.List;
import java.util.Optional;

/** A secondary index as a table has it. Which entities are in it, they declare themselves. */
public record TableIndex(
    String name,
    Scope scope,
    KeyAttribute partition,
    Optional<KeyAttribute> sort,
    Projection projection,
    Optional<Throughput> throughput) {

  /** Global: partitions of its own. Local: the table's partitions in another order. */
  public enum Scope {
    GLOBAL,
    LOCAL
  }

  /** The draft of an index; ends with what it shows. */
  public static final class Draft {
    private final String name;
    private final KeyAttribute partition;
    private Optional<KeyAttribute> sort = Optional.empty();
    private Optional<Throughput> throughput = Optional.empty();

    Draft(String name, KeyAttribute partition) {
      this.name = name;
      this.partition = partition;
    }

    public Draft sort(KeyAttribute attribute) {
      sort = Optional.of(attribute);
      return this;
    }

    /** Units of its own, where the table is provisioned and the index wants other ones. */
    public Draft provisioned(long read, long write) {
      throughput = Optional.of(new Throughput(read, write));
      return this;
    }

    public TableIndex all() {
      return showing(new Projection.All());
    }

    public TableIndex keysOnly() {
      return showing(new Projection.KeysOnly());
    }

    public TableIndex include(String... attributes) {
      return showing(new Projection.Include(List.of(attributes)));
    }

    private TableIndex showing(Projection projection) {
      return new TableIndex(name, Scope.GLOBAL, partition, sort, projection, throughput);
    }
  }
}
