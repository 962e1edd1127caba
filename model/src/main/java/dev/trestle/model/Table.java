package dev.trestle.model;

import dev.trestle.item.Type;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A table: its key, its indexes and how it is run. Entities say what is kept in it. */
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
    Place place) {

  /** What losing the table would mean. */
  public enum Importance {
    /** Nothing replaces it: recovery and backups are a must. */
    CRITICAL,
    /** It can be rebuilt or goes by itself: it must not grow for ever. */
    EPHEMERAL
  }

  public Table {
    indexes = List.copyOf(indexes);
    replicas = List.copyOf(replicas);
  }

  public static Builder named(String name) {
    return new Builder(name, Place.ofCaller());
  }

  /** Starts the declaration of what is kept here; the lookup reaches the record's accessors. */
  public <R extends Record> EntityBuilder<R> entity(Class<R> type, Lookup lookup) {
    return new EntityBuilder<>(this, type, lookup, Place.ofCaller());
  }

  public TableIndex index(String name) {
    return indexes.stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new IllegalArgumentException("table %s has no index %s".formatted(this.name, name)));
  }

  public static KeyAttribute string(String name) {
    return new KeyAttribute(name, Type.S);
  }

  public static KeyAttribute number(String name) {
    return new KeyAttribute(name, Type.N);
  }

  public static KeyAttribute binary(String name) {
    return new KeyAttribute(name, Type.B);
  }

  /**
   * A global index under this key; ends with {@code all()}, {@code keysOnly()} or {@code include}.
   */
  public static TableIndex.Draft index(String name, KeyAttribute partition) {
    return new TableIndex.Draft(name, partition);
  }

  /** The draft of a table. Critical, on demand and without extras until said otherwise. */
  public static final class Builder {
    private final String name;
    private final Place place;
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

    private Builder(String name, Place place) {
      this.name = name;
      this.place = place;
    }

    public Builder partition(KeyAttribute attribute) {
      partition = Optional.of(attribute);
      return this;
    }

    public Builder sort(KeyAttribute attribute) {
      sort = Optional.of(attribute);
      return this;
    }

    public Builder global(TableIndex index) {
      indexes.add(index);
      return this;
    }

    /** An index of the same partitions, sorted by another attribute. */
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

    /** Can be rebuilt or goes by itself, by the time in this attribute. */
    public Builder ephemeral(String timeToLive) {
      importance = Importance.EPHEMERAL;
      return timeToLive(timeToLive);
    }

    public Builder ephemeral() {
      importance = Importance.EPHEMERAL;
      return this;
    }

    public Builder timeToLive(String attribute) {
      timeToLive = Optional.of(attribute);
      return this;
    }

    public Builder provisioned(long read, long write) {
      billing = new Billing.Provisioned(new Throughput(read, write));
      return this;
    }

    /** Restorable to any second of the last 35 days. */
    public Builder recoverable() {
      recovery = true;
      return this;
    }

    public Builder backups(BackupPlan plan) {
      backups = Optional.of(plan);
      return this;
    }

    public Builder replicas(String... regions) {
      replicas = List.of(regions);
      return this;
    }

    public Builder encryption(Encryption encryption) {
      this.encryption = encryption;
      return this;
    }

    public Builder protectedFromDeletion() {
      deletionProtection = true;
      return this;
    }

    public Builder stream(StreamView view) {
      stream = Optional.of(view);
      return this;
    }

    public Builder alarms(Alarms alarms) {
      this.alarms = Optional.of(alarms);
      return this;
    }

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
