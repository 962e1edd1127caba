package dev.trestle.model;

import dev.trestle.model.EntityDraft.Deviations;
import dev.trestle.model.EntityDraft.Drafted;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.RecordChanges;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.KeyContent;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Declares an entity. Its keys and an example are required. */
public final class EntityBuilder<R> {
  private final Table table;
  private final RecordShape<R> shape;
  private final Lookup lookup;
  private final SourceLocation place;
  private final List<IndexPlacement> placements = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, List<String>> formerNames = new HashMap<>();
  private final Map<String, Codec<?>> codecs = new HashMap<>();
  private final Map<String, Object> defaults = new HashMap<>();
  private final Map<Class<?>, Map<String, RecordChanges.Change>> nested = new HashMap<>();
  private boolean snakeCase;
  private Optional<KeyContent> partition = Optional.empty();
  private Optional<KeyContent> sort = Optional.empty();
  private Optional<String> expires = Optional.empty();
  private Optional<String> version = Optional.empty();
  private int maxBytes;
  private Population population = Population.ONE;
  private Optional<Entity<?>> movedFrom = Optional.empty();

  EntityBuilder(Table table, Class<R> type, Lookup lookup, SourceLocation place) {
    this.table = table;
    this.shape = RecordShape.of(type, lookup);
    this.lookup = lookup;
    this.place = place;
  }

  /** The content of the table's partition key: a template or a single part. */
  public EntityBuilder<R> partition(KeyContent key) {
    partition = Optional.of(declared("the partition key", key));
    return this;
  }

  /** The content of the table's sort key: a template or a single part. */
  public EntityBuilder<R> sort(KeyContent key) {
    sort = Optional.of(declared("the sort key", key));
    return this;
  }

  /** Adds the entity to an index that has only a partition key. */
  public EntityBuilder<R> in(String index, KeyContent partition) {
    return place(index, new Drafted(declared(index + "'s key", partition), Optional.empty()));
  }

  /** Adds the entity to an index that has both keys. */
  public EntityBuilder<R> in(String index, KeyContent partition, KeyContent sort) {
    return place(
        index,
        new Drafted(
            declared(index + "'s partition key", partition),
            Optional.of(declared(index + "'s sort key", sort))));
  }

  /** Adds the entity to a local index. Declare the table's partition key first. */
  public EntityBuilder<R> inLocal(String index, KeyContent sort) {
    return place(
        index, new Drafted(partition(), Optional.of(declared(index + "'s sort key", sort))));
  }

  /** A constant that is declared below the entity is still null when the entity is made. */
  private KeyContent declared(String what, KeyContent key) {
    if (key != null) return key;
    throw keysOf(table.name())
        .refused("%s is null. Declare its parts above the entity.".formatted(what));
  }

  private EntityDraft.Declared keysOf(String tableOrIndex) {
    return new EntityDraft.Declared(shape.type().getSimpleName(), place, tableOrIndex);
  }

  private EntityBuilder<R> place(String name, Drafted drafted) {
    var index = table.index(name);
    placements.add(
        new IndexPlacement(
            index, EntityDraft.keys(keysOf(name), index.partition(), index.sort(), drafted)));
    return this;
  }

  /** Converts names: component {@code createdAt} is stored as {@code created_at}. */
  public EntityBuilder<R> snakeCase() {
    snakeCase = true;
    return this;
  }

  /** Sets an attribute's name if it is not the component's. Items with former names can be read. */
  public <T> EntityBuilder<R> named(Ref<R, T> component, String name, String... former) {
    names.put(name(component), name);
    formerNames.put(name(component), List.of(former));
    return this;
  }

  /** Sets the value of a missing attribute: {@code byDefault(…).is(…)}. */
  public <T> Default<T> byDefault(Ref<R, T> component) {
    return new Default<>(name(component));
  }

  /** Declares what changed in records that are nested in this one. */
  public EntityBuilder<R> nested(NestedRecord<?>... records) {
    for (var each : records) nested.put(each.type(), each.changes());
    return this;
  }

  /** Stores a time as whole seconds since 1970. */
  public EntityBuilder<R> epochSeconds(Ref<R, Instant> component) {
    codecs.put(name(component), Codecs.EPOCH_SECONDS);
    return this;
  }

  /** Stores an optional time as whole seconds since 1970. */
  public EntityBuilder<R> epochSecondsIfAny(Ref<R, Optional<Instant>> component) {
    codecs.put(name(component), Codecs.optional(Codecs.EPOCH_SECONDS));
    return this;
  }

  /** Stores a time as milliseconds since 1970. */
  public EntityBuilder<R> epochMillis(Ref<R, Instant> component) {
    codecs.put(name(component), Codecs.EPOCH_MILLIS);
    return this;
  }

  /** The same for a time that may be absent. */
  public EntityBuilder<R> epochMillisIfAny(Ref<R, Optional<Instant>> component) {
    codecs.put(name(component), Codecs.optional(Codecs.EPOCH_MILLIS));
    return this;
  }

  /**
   * Sets the time at which the item expires, stored in seconds in the table's time-to-live
   * attribute. Reads skip items that have expired but were not yet removed.
   */
  public EntityBuilder<R> expires(Ref<R, Instant> component) {
    return expires(name(component), Codecs.EPOCH_SECONDS);
  }

  /** Sets the expiry time, for entities of which only some items expire. */
  public EntityBuilder<R> mayExpire(Ref<R, Optional<Instant>> component) {
    return expires(name(component), Codecs.optional(Codecs.EPOCH_SECONDS));
  }

  private EntityBuilder<R> expires(String component, Codec<?> codec) {
    var attribute =
        table
            .timeToLive()
            .orElseThrow(() -> new IllegalArgumentException(table.name() + " has no time to live"));
    expires = Optional.of(component);
    names.put(component, attribute);
    codecs.put(component, codec);
    return this;
  }

  /** Sets the version. A write that did not see the latest version is refused. */
  public EntityBuilder<R> version(Ref<R, Long> component) {
    version = Optional.of(name(component));
    return this;
  }

  /** Sets the maximum size of an item. Without it, the example is assumed to be the largest. */
  public EntityBuilder<R> maxBytes(int bytes) {
    maxBytes = bytes;
    return this;
  }

  /** How many items there are, and in how many partitions, for checks and cost. */
  public EntityBuilder<R> population(Population population) {
    this.population = population;
    return this;
  }

  /**
   * Declares that these items were another entity's before, under other keys. While a model has
   * both, every write must write both in one transaction. A migration copies what is there.
   */
  public EntityBuilder<R> movedFrom(Entity<?> former) {
    movedFrom = Optional.of(former);
    return this;
  }

  /** Sets a typical record. It is written and read back, which also tests the declaration. */
  public Entity<R> example(R example) {
    if (example == null) {
      throw new IllegalArgumentException(
          "%s (%s): the example is null. Give a typical record; sizes and costs come from it."
              .formatted(shape.type().getSimpleName(), place));
    }
    var drafted = new Drafted(partition(), sort);
    var keys = EntityDraft.keys(keysOf(table.name()), table.partition(), table.sort(), drafted);
    var deviations =
        new Deviations(snakeCase, names, formerNames, codecs, defaults, RecordChanges.of(nested));
    var draft = EntityDraft.of(shape, table, keys, placements, deviations, lookup);
    movedFrom.ifPresent(former -> MovedEntity.expectComponents(draft, former));
    return new Entity<>(
        draft,
        lookup,
        new Entity.Traits(expires, version, maxBytes, population, movedFrom, place),
        example);
  }

  private KeyContent partition() {
    return partition.orElseThrow(
        () -> new IllegalArgumentException(shape.type().getSimpleName() + " has no partition key"));
  }

  private String name(Ref<R, ?> component) {
    return component.named().in(shape.type());
  }

  /** The second half of {@code byDefault(…).is(…)}. */
  public final class Default<T> {
    private final String component;

    private Default(String component) {
      this.component = component;
    }

    /** The value that is read where an item lacks the attribute. */
    public EntityBuilder<R> is(T value) {
      defaults.put(component, value);
      return EntityBuilder.this;
    }
  }
}
