package dev.trestle.model;

import dev.trestle.item.Item;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.codec.RecordShape;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import java.util.Optional;

/**
 * A record kept in a table under a pair of keys, in any number of the table's indexes. Made by
 * {@link Table#entity}; access patterns on it are made here.
 */
public final class Entity<R> {
  /** What is said of an entity beside its keys and attributes. */
  record Traits(
      Optional<String> expires,
      Optional<String> version,
      int maxBytes,
      Population population,
      Place place) {}

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
    this.exampleItem = Item.of(codec.write(example, EncodedValues.ENCODED));
  }

  public String name() {
    return type().getSimpleName();
  }

  public Class<R> type() {
    return draft.shape().type();
  }

  public Table table() {
    return draft.table();
  }

  public KeyPair keys() {
    return draft.keys();
  }

  /** The indexes that items of this entity can be in. */
  public List<Index<R>> indexes() {
    return draft.placements().stream().map(placed -> new Index<>(this, placed)).toList();
  }

  /** The index of this name, which the entity must have declared to be in. */
  public Index<R> index(String name) {
    return indexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name() + " is in no index called " + name));
  }

  /** The attributes, without those of keys. */
  public List<EntityAttribute> attributes() {
    return List.copyOf(draft.byComponent().values());
  }

  /** The attribute of a component that is not part of a key. */
  public EntityAttribute attribute(String component) {
    return draft.attribute(component);
  }

  /** The component with the time after which the item is as good as gone. */
  public Optional<String> expires() {
    return traits.expires();
  }

  /**
   * The component that counts the item's writes, so that nobody overwrites what they did not see.
   */
  public Optional<String> version() {
    return traits.version();
  }

  public R example() {
    return example;
  }

  /** The example as it is stored: exact sizes come from it. */
  public Item exampleItem() {
    return exampleItem;
  }

  /** The most bytes an item may have; the example's size where nothing else was declared. */
  public int maxBytes() {
    return Math.max(traits.maxBytes(), exampleItem.size());
  }

  public Population population() {
    return traits.population();
  }

  public RecordShape<R> shape() {
    return draft.shape();
  }

  public ItemCodec<R> codec() {
    return codec;
  }

  public Lookup lookup() {
    return lookup;
  }

  public Place place() {
    return traits.place();
  }

  public <K extends Record> Get.Builder<K, R> get(String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Get.Builder<>(heading, this, shape(parameters), new Result.Whole<>(this));
  }

  public <K extends Record> Query.Builder<K, R> query(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Query.Builder<>(
        heading, Source.of(this), shape(parameters), new Result.Whole<>(this));
  }

  /** Puts a record: the parameter is the record itself. */
  public Put.Builder<R, R> put(String id, String title) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Put.Builder<>(heading, this, shape(), Optional.empty());
  }

  /** Puts the record in one component of the parameters; the others serve its condition. */
  public <P extends Record> Put.Builder<P, R> put(
      String id, String title, Class<P> parameters, Ref<P, R> whole) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Put.Builder<>(
        heading, this, shape(parameters), Optional.of(whole.named().in(parameters)));
  }

  public <K extends Record> Update.Builder<K, R> update(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Update.Builder<>(heading, this, shape(parameters));
  }

  public <K extends Record> Delete.Builder<K, R> delete(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Delete.Builder<>(heading, this, shape(parameters));
  }

  /** A condition on an item that a transaction does not write. */
  public <K extends Record> Check.Builder<K, R> check(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Check.Builder<>(heading, this, shape(parameters));
  }

  public <K extends Record> BatchGet.Builder<K, R> batchGet(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new BatchGet.Builder<>(heading, this, shape(parameters));
  }

  /** Puts and deletes in any number, each by itself; deletes are by these parameters. */
  public <K extends Record> BatchWrite.Builder<K, R> batchWrite(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new BatchWrite.Builder<>(heading, this, shape(parameters));
  }

  private <K extends Record> RecordShape<K> shape(Class<K> parameters) {
    return RecordShape.of(parameters, lookup);
  }

  /** The key attributes of table and indexes, with the components they are made of. */
  public List<ItemCodec.KeyField> keyFields() {
    return draft.keyFields();
  }

  @Override
  public String toString() {
    return name();
  }
}
