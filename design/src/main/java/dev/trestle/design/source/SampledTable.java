package dev.trestle.design.source;

import dev.trestle.item.Item;
import dev.trestle.model.Table;
import java.util.List;

/**
 * A table that exists, and some of its items.
 *
 * @param items none if they are not known
 */
public record SampledTable(Table table, List<Item> items) {
  public SampledTable {
    items = List.copyOf(items);
  }
}
