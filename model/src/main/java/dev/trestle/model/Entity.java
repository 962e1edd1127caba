package dev.trestle.model;

import dev.trestle.item.Item;
import dev.trestle.model.codec.CodecException;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.codec.RecordChanges;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.RefusedValueException;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A record that is stored in a table under a pair of keys, and in any number of the table's
 * indexes. Created by {@link Table#entity}; access patterns on it are declared here.
 */
public final class Entity<R> {
  /** What is declared about an entity besides its keys and attributes. */
  record Traits(
      Optional<String> expires,
      Optional<String> version,
      int maxBytes,
      Population population,
      Optional<Entity<?>> movedFrom,
      SourceLocation place) {}

  private final EntityDraft<R> draft;
  private final Lookup lookup;
  private final Traits traits;
  private final ItemCodec<R> codec;
  private final R example;
  private final Item exampleItem;

  Entity(EntityDraft<R> draft, Lookup lookup, Traits traits, R example) {
    this.draft = draft;
    this.lookup = lookup;
    this.traits = traits;
    this.codec = ItemCodec.of(draft.shape(), draft.keyFields(), draft.fields());
    this.example = example;
    this.exampleItem = stored(example);
  }

  private Item stored(R whole) {
    try {
      var written = codec.write(whole, EncodedValues.ENCODED);
      codec.read(written, EncodedValues.ENCODED);
      return Item.of(written);
    } catch (CodecException | RefusedValueException e) {
      throw new IllegalArgumentException(
          "%s (%s): the example cannot be stored. %s".formatted(name(), place(), e.getMessage()),
          e);
    }
  }

  /** The name of the record, which names the entity in reports. */
  public String name() {
    return type().getSimpleName();
  }

  /** The record that is stored. */
  public Class<R> type() {
    return draft.shape().type();
  }

  /** The table that holds the items. */
  public Table table() {
    return draft.table();
  }

  /** The templates of the keys in the table. */
  public KeyPair keys() {
    return draft.keys();
  }

  /** The indexes that items of this entity can be in. */
  public List<Index<R>> indexes() {
    return draft.placements().stream().map(placed -> new Index<>(this, placed)).toList();
  }

  /** Returns the index with this name. The entity must have declared it. */
  public Index<R> index(String name) {
    return indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name() + " is in no index called " + name));
  }

  /** The attributes that are not keys. */
  public List<EntityAttribute> attributes() {
    return List.copyOf(draft.byComponent().values());
  }

  /** Whether conditions and updates can name the component. */
  boolean hasAttribute(String component) {
    return draft.hasAttribute(component);
  }

  /** Returns the attribute of a component that is not part of a key. */
  public EntityAttribute attribute(String component) {
    return draft.attribute(component);
  }

  /** Returns whether a component is stored only as the whole key attribute of an index. */
  boolean isAloneInIndex(String component) {
    return draft.aloneInIndex().containsKey(component);
  }

  /**
   * Returns the attribute with this name, or the component that is the whole index key with this
   * name.
   */
  public Optional<EntityAttribute> stored(String attribute) {
    return Stream.concat(
            draft.byComponent().values().stream(), draft.aloneInIndex().values().stream())
        .filter(known -> known.name().equals(attribute))
        .findFirst();
  }

  /** What changed in nested records. */
  public RecordChanges nested() {
    return draft.nested();
  }

  /** The entity whose items these were before, under other keys. */
  public Optional<Entity<?>> movedFrom() {
    return traits.movedFrom();
  }

  /** The component with the time at which the item expires. */
  public Optional<String> expires() {
    return traits.expires();
  }

  /**
   * The component that counts the item's writes, so that nobody overwrites a version that they have
   * not seen.
   */
  public Optional<String> version() {
    return traits.version();
  }

  /** The declared example. */
  public R example() {
    return example;
  }

  /** The example in stored form, for exact sizes. */
  public Item exampleItem() {
    return exampleItem;
  }

  /** The maximum size of an item; the size of the example if none was declared. */
  public int maxBytes() {
    return Math.max(traits.maxBytes(), exampleItem.size());
  }

  /** How many items are expected. */
  public Population population() {
    return traits.population();
  }

  /** The components of the record. */
  public RecordShape<R> shape() {
    return draft.shape();
  }

  /** Turns records into items and back. */
  public ItemCodec<R> codec() {
    return codec;
  }

  /** What gives access to the accessors of the record. */
  public Lookup lookup() {
    return lookup;
  }

  /** Where it is declared. */
  public SourceLocation place() {
    return traits.place();
  }

  /** Declares a read of one record. The parameters have a component for each part of its key. */
  public <K extends Record> Get.Builder<K, R> get(String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Get.Builder<>(heading, this, shape(parameters), new ResultType.Whole<>(this));
  }

  /**
   * Declares a query of the table. The parameters have a component for each part of the partition
   * key.
   */
  public <K extends Record> Query.Builder<K, R, R> query(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Query.Builder<>(
        heading, QueryTarget.of(this), shape(parameters), new ResultType.Whole<>(this));
  }

  /** Declares a put whose parameter is the record itself. */
  public Put.Builder<R, R> put(String id, String title) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Put.Builder<>(heading, this, shape(), Optional.empty());
  }

  /** Declares a put of one component of the parameters. The others are for its condition. */
  public <P extends Record> Put.Builder<P, R> put(
      String id, String title, Class<P> parameters, Ref<P, R> whole) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Put.Builder<>(
        heading, this, shape(parameters), Optional.of(whole.named().in(parameters)));
  }

  /** Declares an update that is refused if the item does not exist. */
  public <K extends Record> Update.Builder<K, R> update(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Update.Builder<>(heading, this, shape(parameters), false);
  }

  /** Declares an update that creates the item if it does not exist. */
  public <K extends Record> Update.Builder<K, R> upsert(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Update.Builder<>(heading, this, shape(parameters), true);
  }

  /** Declares a deletion. The parameters have a component for each part of the key. */
  public <K extends Record> Delete.Builder<K, R> delete(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Delete.Builder<>(heading, this, shape(parameters));
  }

  /** Declares a condition on an item that a transaction does not write. */
  public <K extends Record> ConditionCheck.Builder<K, R> check(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new ConditionCheck.Builder<>(heading, this, shape(parameters));
  }

  /** Declares a read of many records at once, each by its key. */
  public <K extends Record> BatchGet.Builder<K, R> batchGet(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new BatchGet.Builder<>(heading, this, shape(parameters));
  }

  /**
   * Declares any number of independent puts and deletes. These are the parameters of the deletes.
   */
  public <K extends Record> BatchWrite.Builder<K, R> batchWrite(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new BatchWrite.Builder<>(heading, this, shape(parameters));
  }

  private <K extends Record> RecordShape<K> shape(Class<K> parameters) {
    return RecordShape.of(parameters, lookup);
  }

  /** The key attributes of the table and its indexes, with the components that they consist of. */
  public List<ItemCodec.KeyField> keyFields() {
    return draft.keyFields();
  }

  @Override
  public String toString() {
    return name();
  }
}
