package dev.trestle.model;

import dev.trestle.model.EntityDraft.Deviations;
import dev.trestle.model.EntityDraft.Drafted;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.KeyContent;
import java.lang.invoke.MethodHandles.Lookup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The draft of an entity: its keys and an example must be given. */
public final class EntityBuilder<R> {
  private final Table table;
  private final RecordShape<R> shape;
  private final Lookup lookup;
  private final Place place;
  private final List<Placement> placements = new ArrayList<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, List<String>> formerNames = new HashMap<>();
  private final Map<String, Codec<?>> codecs = new HashMap<>();
  private final Map<String, Object> defaults = new HashMap<>();
  private boolean snakeCase;
  private Optional<KeyContent> partition = Optional.empty();
  private Optional<KeyContent> sort = Optional.empty();
  private Optional<String> expires = Optional.empty();
  private Optional<String> version = Optional.empty();
  private int maxBytes;
  private Population population = Population.ONE;

  EntityBuilder(Table table, Class<R> type, Lookup lookup, Place place) {
    this.table = table;
    this.shape = RecordShape.of(type, lookup);
    this.lookup = lookup;
    this.place = place;
  }

  /** What stands in the table's partition key: a template, or a part alone. */
  public EntityBuilder<R> partition(KeyContent key) {
    partition = Optional.of(key);
    return this;
  }

  public EntityBuilder<R> sort(KeyContent key) {
    sort = Optional.of(key);
    return this;
  }

  /** The entity's place in an index that has only a partition key. */
  public EntityBuilder<R> in(String index, KeyContent partition) {
    return place(index, new Drafted(partition, Optional.empty()));
  }

  public EntityBuilder<R> in(String index, KeyContent partition, KeyContent sort) {
    return place(index, new Drafted(partition, Optional.of(sort)));
  }

  /** The entity's place in a local index; say the table's partition key first. */
  public EntityBuilder<R> inLocal(String index, KeyContent sort) {
    return place(index, new Drafted(partition(), Optional.of(sort)));
  }

  private EntityBuilder<R> place(String name, Drafted drafted) {
    var index = table.index(name);
    placements.add(
        new Placement(index, EntityDraft.keys(index.partition(), index.sort(), drafted)));
    return this;
  }

  /** Attributes named {@code created_at} for components named {@code createdAt}. */
  public EntityBuilder<R> snakeCase() {
    snakeCase = true;
    return this;
  }

  /** An attribute's name where it is not the component's; items under former names are read. */
  public <T> EntityBuilder<R> named(Ref<R, T> component, String name, String... former) {
    names.put(name(component), name);
    formerNames.put(name(component), List.of(former));
    return this;
  }

  /** What a record reads where the item has no such attribute: {@code byDefault(…).is(…)}. */
  public <T> Default<T> byDefault(Ref<R, T> component) {
    return new Default<>(name(component));
  }

  /** A time stored as whole seconds since 1970. */
  public EntityBuilder<R> epochSeconds(Ref<R, Instant> component) {
    codecs.put(name(component), Codecs.EPOCH_SECONDS);
    return this;
  }

  /** A time stored as milliseconds since 1970. */
  public EntityBuilder<R> epochMillis(Ref<R, Instant> component) {
    codecs.put(name(component), Codecs.EPOCH_MILLIS);
    return this;
  }

  /**
   * The time after which the item is as good as gone: stored in the table's attribute for time to
   * live, in seconds. Reads pass over what has expired and was not yet removed.
   */
  public EntityBuilder<R> expires(Ref<R, Instant> component) {
    return expires(name(component), Codecs.EPOCH_SECONDS);
  }

  /** The same for items of which only some expire. */
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

  /** A count of writes: a write that did not see the latest one is refused. */
  public EntityBuilder<R> version(Ref<R, Long> component) {
    version = Optional.of(name(component));
    return this;
  }

  /** The most bytes an item may have; without it the example is taken for the largest. */
  public EntityBuilder<R> maxBytes(int bytes) {
    maxBytes = bytes;
    return this;
  }

  public EntityBuilder<R> population(Population population) {
    this.population = population;
    return this;
  }

  /**
   * A typical record, which also proves that the declaration works: it is written and read back.
   */
  public Entity<R> example(R example) {
    var drafted = new Drafted(partition(), sort);
    var keys = EntityDraft.keys(table.partition(), table.sort(), drafted);
    var deviations = new Deviations(snakeCase, names, formerNames, codecs, defaults);
    var draft = EntityDraft.of(shape, table, keys, placements, deviations, lookup);
    return new Entity<>(
        draft, lookup, new Entity.Traits(expires, version, maxBytes, population, place), example);
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

    public EntityBuilder<R> is(T value) {
      defaults.put(component, value);
      return EntityBuilder.this;
    }
  }
}
