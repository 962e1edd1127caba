package dev.trestle.store;

import dev.trestle.model.Heading;
import dev.trestle.model.Table;
import dev.trestle.model.codec.CodecException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes records of the items that one pattern reads, and names an item that is no record. */
final class ReadItems<R> {
  private final String pattern;
  private final String table;
  private final List<String> keyNames;
  private final ItemReader<R> reader;

  ReadItems(Heading pattern, Table declared, String table, ItemReader<R> reader) {
    this(pattern.id(), declared, table, reader);
  }

  ReadItems(String pattern, Table declared, String table, ItemReader<R> reader) {
    this.pattern = pattern;
    this.table = table;
    this.keyNames = keyNames(declared);
    this.reader = reader;
  }

  /** The attributes of the table's key. */
  static List<String> keyNames(Table table) {
    return Stream.concat(Stream.of(table.partition()), table.sort().stream())
        .map(attribute -> attribute.name())
        .toList();
  }

  /**
   * The record of an item.
   *
   * @throws UnreadableItemException if it is none
   */
  R read(Map<String, AttributeValue> item) {
    try {
      return reader.read(item);
    } catch (CodecException | IllegalStateException e) {
      throw new UnreadableItemException(pattern, table, keyOf(item), e);
    }
  }

  /** The record of an item that was read by this key, which it need not contain. */
  R read(Map<String, AttributeValue> item, Map<String, AttributeValue> key, Object[] known) {
    try {
      return reader.read(item, known);
    } catch (CodecException | IllegalStateException e) {
      throw new UnreadableItemException(pattern, table, keyOf(key), e);
    }
  }

  private Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    var key = new HashMap<String, AttributeValue>();
    for (var name : keyNames) {
      var value = item.get(name);
      if (value != null) key.put(name, value);
    }
    return key;
  }
}
