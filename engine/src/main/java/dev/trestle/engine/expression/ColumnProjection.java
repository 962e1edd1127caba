package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/**
 * The columns of a PartiQL statement: what a path leads to stands in the answer under the column's
 * name, where a projection expression keeps the maps and lists around it. Of two columns with one
 * name the last one shows.
 */
final class ColumnProjection implements Projection {
  record Bound(BoundPath path, String name) {}

  private final List<Bound> columns;
  private final List<BoundPath> paths;

  ColumnProjection(List<Bound> columns) {
    var byName = new LinkedHashMap<String, Bound>();
    for (var column : columns) byName.put(column.name, column);
    this.columns = List.copyOf(byName.values());
    this.paths = columns.stream().map(Bound::path).toList();
  }

  @Override
  public Item of(Item item) {
    var writer = new ItemWriter();
    for (var column : columns) {
      var found = column.path.in(item);
      if (found.isPresent()) writer.name(column.name).value(found.get());
    }
    return writer.finish();
  }

  @Override
  public Set<String> attributes() {
    return BoundProjection.heads(paths, false);
  }

  @Override
  public Set<String> nestedAttributes() {
    return BoundProjection.heads(paths, true);
  }
}
