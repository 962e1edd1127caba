package dev.trestle.design;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Population;
import dev.trestle.model.SourceLocation;
import java.util.List;
import java.util.Optional;

/**
 * One kind of item.
 *
 * @param attributes the attributes that are not keys
 * @param example a typical item in stored form, with its exact size
 * @param expires the attribute with the expiry time in seconds
 * @param version the attribute that counts the item's writes
 */
public record EntityDesign(
    String name,
    String table,
    KeyPair keys,
    List<Indexed> indexes,
    List<Attribute> attributes,
    Item example,
    int maxBytes,
    Population population,
    Optional<String> expires,
    Optional<String> version,
    SourceLocation place) {
  public EntityDesign {
    indexes = List.copyOf(indexes);
    attributes = List.copyOf(attributes);
  }

  /** The content of an index's keys. Sparse if some items are not in the index. */
  public record Indexed(String index, KeyPair keys, boolean sparse) {}

  /** An attribute that is not a key, with the name of its component in the record. */
  public record Attribute(String name, String component, Type type, boolean optional) {}

  /** The name of the component that counts the item's writes. */
  public Optional<String> versionComponent() {
    return version.flatMap(name ->
        attributes.stream()
            .filter(attribute -> attribute.name().equals(name))
            .map(Attribute::component)
            .findFirst());
  }

  public Optional<Indexed> in(String index) {
    return indexes.stream().filter(indexed -> indexed.index().equals(index)).findFirst();
  }
}
