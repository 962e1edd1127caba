package dev.trestle.model.design;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Place;
import dev.trestle.model.Population;
import java.util.List;
import java.util.Optional;

/**
 * A kind of item.
 *
 * @param attributes those that are not keys
 * @param example a typical item as it is stored: its size is exact
 * @param expires the attribute with the time in seconds after which the item is gone
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
    Place place) {
  public EntityDesign {
    indexes = List.copyOf(indexes);
    attributes = List.copyOf(attributes);
  }

  /** What stands in the keys of an index; sparse if some items are not in it. */
  public record Indexed(String index, KeyPair keys, boolean sparse) {}

  /** An attribute that is not a key; the component is its name in the record. */
  public record Attribute(String name, String component, Type type, boolean optional) {}

  public Optional<Indexed> in(String index) {
    return indexes.stream().filter(indexed -> indexed.index().equals(index)).findFirst();
  }
}
