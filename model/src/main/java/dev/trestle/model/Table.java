package dev.trestle.model;

import dev.trestle.item.Type;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table: its key, its indexes and how it is operated. Entities declare what it contains. */
public record Table(
    String name,
    Importance importance,
    KeyAttribute partition,
    Optional<KeyAttribute> sort,
    List<TableIndex> indexes,
    Billing billing,
    Optional<String> timeToLive,
    boolean recovery,
    Optional<BackupPlan> backups,
    List<String> replicas,
    Encryption encryption,
    boolean deletionProtection,
    Optional<StreamView> stream,
    Optional<Alarms> alarms,
    SourceLocation place) {

  /** What losing the table would mean. */
  public enum Importance {
    /** Its data cannot be replaced: recovery and backups are required. */
    CRITICAL,
    /** Its data can be rebuilt or expires, so it must not grow without bound. */
    EPHEMERAL
  }

  public Table {
    indexes = List.copyOf(indexes);
    replicas = List.copyOf(replicas);
  }

  /** Starts the declaration of a table. A store can add a prefix to the name. */
  public static Builder named(String name) {
    return new Builder(name, SourceLocation.ofCaller());
  }

  /**
   * Starts the declaration of an entity in this table. The lookup gives access to the record's
   * accessors.
   */
  public <R extends Record> EntityBuilder<R> entity(Class<R> type, Lookup lookup) {
    return new EntityBuilder<>(this, type, lookup, SourceLocation.ofCaller());
  }

  /** The index with this name. */
  public TableIndex index(String name) {
    return indexes.stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("table %s has no index %s".formatted(this.name, name)));
  }

  /** The units of the table and its local indexes; empty if they are billed on demand. */
  public Optional<Billing.Provisioned> provisioned() {
    return switch (billing) {
      case Billing.OnDemand() -> Optional.empty();
      case Billing.Provisioned units -> Optional.of(units);
    };
  }

  /** The units of a global index: its own, or as many as the table's, scaled like those. */
  public Optional<Billing.Provisioned> provisioned(TableIndex index) {
    return provisioned().map(units -> index.provisioned().orElse(units));
  }

  /** A key attribute of the type S. */
  public static KeyAttribute string(String name) {
    return new KeyAttribute(name, Type.S);
  }

  /** A key attribute of the type N. */
  public static KeyAttribute number(String name) {
    return new KeyAttribute(name, Type.N);
  }

  /** A key attribute of the type B. */
  public static KeyAttribute binary(String name) {
    return new KeyAttribute(name, Type.B);
  }

  /**
   * Declares a global index with this key. End with {@code all()}, {@code keysOnly()} or {@code
   * include}.
   */
  public static TableIndex.Draft index(String name, KeyAttribute partition) {
    return new TableIndex.Draft(name, partition);
  }

  /** Declares a table. By default it is critical, on demand, and has no extras. */
  public static final class Builder {
    private final String name;
    private final SourceLocation place;
    private final List<TableIndex> indexes = new ArrayList<>();
    private Importance importance = Importance.CRITICAL;
    private Optional<KeyAttribute> partition = Optional.empty();
    private Optional<KeyAttribute> sort = Optional.empty();
    private Billing billing = new Billing.OnDemand();
    private Optional<String> timeToLive = Optional.empty();
    private boolean recovery;
    private Optional<BackupPlan> backups = Optional.empty();
    private List<String> replicas = List.of();
    private Encryption encryption = new Encryption.Owned();
    private boolean deletionProtection;
    private Optional<StreamView> stream = Optional.empty();
    private Optional<Alarms> alarms = Optional.empty();

    private Builder(String name, SourceLocation place) {
      this.name = name;
      this.place = place;
    }

    /** Sets the partition key, which every table has. */
    public Builder partition(KeyAttribute attribute) {
      partition = Optional.of(attribute);
      return this;
    }

    /** Sets the sort key. */
    public Builder sort(KeyAttribute attribute) {
      sort = Optional.of(attribute);
      return this;
    }

    /** Adds a global index, declared by {@link Table#index(String, KeyAttribute)}. */
    public Builder global(TableIndex index) {
      indexes.add(index);
      return this;
    }

    /** Adds an index with the same partitions, sorted by another attribute. */
    public Builder local(String name, KeyAttribute sort, Projection projection) {
      indexes.add(
          new TableIndex(
              name,
              TableIndex.Scope.LOCAL,
              key(),
              Optional.of(sort),
              projection,
              Optional.empty()));
      return this;
    }

    /** The data can be rebuilt, or expires at the time in this attribute. */
    public Builder ephemeral(String timeToLive) {
      importance = Importance.EPHEMERAL;
      return timeToLive(timeToLive);
    }

    /** The data can be rebuilt, so recovery and backups are not required. */
    public Builder ephemeral() {
      importance = Importance.EPHEMERAL;
      return this;
    }

    /** Lets items expire at the time in this attribute, in seconds since 1970. */
    public Builder timeToLive(String attribute) {
      timeToLive = Optional.of(attribute);
      return this;
    }

    /** Provisions read and write units per second instead of paying on demand. */
    public Builder provisioned(long read, long write) {
      billing = new Billing.Provisioned(new Throughput(read, write));
      return this;
    }

    /**
     * Provisions at least these units per second, and more while the load needs them: {@code
     * provisioned(25, 5, upTo(500, 100))}.
     */
    public Builder provisioned(long read, long write, AutoScaling scaling) {
      billing = new Billing.Provisioned(new Throughput(read, write), Optional.of(scaling));
      return this;
    }

    /** The table can be restored to any second of the last 35 days. */
    public Builder recoverable() {
      recovery = true;
      return this;
    }

    /** Has backups made on a schedule. */
    public Builder backups(BackupPlan plan) {
      backups = Optional.of(plan);
      return this;
    }

    /** Replicates the table to other regions. */
    public Builder replicas(String... regions) {
      replicas = List.of(regions);
      return this;
    }

    /** Sets whose key encrypts the table; by default one that DynamoDB owns. */
    public Builder encryption(Encryption encryption) {
      this.encryption = encryption;
      return this;
    }

    /** Refuses to delete the table until this protection is removed. */
    public Builder protectedFromDeletion() {
      deletionProtection = true;
      return this;
    }

    /** Has a stream of changes with these images. */
    public Builder stream(StreamView view) {
      stream = Optional.of(view);
      return this;
    }

    /** Declares what to be alarmed of; exports create the alarms. */
    public Builder alarms(Alarms alarms) {
      this.alarms = Optional.of(alarms);
      return this;
    }

    /** Returns the table. */
    public Table build() {
      return new Table(
          name,
          importance,
          key(),
          sort,
          indexes,
          billing,
          timeToLive,
          recovery,
          backups,
          replicas,
          encryption,
          deletionProtection,
          stream,
          alarms,
          place);
    }

    private KeyAttribute key() {
      return partition.orElseThrow(
          () -> new IllegalArgumentException("table " + name + " without a partition key"));
    }
  }
}
