package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;

/**
 * The columns of a PartiQL SELECT. The value at a path is returned under the column's name, whereas
 * a projection expression keeps the maps and lists around it. If two columns have the same name,
 * the last one is returned.
 */
final class ColumnProjection implements ItemProjection {
  record BoundColumn(BoundPath path, String name) {}

  private final List<BoundColumn> columns;
  private final List<BoundPath> paths;

  ColumnProjection(List<BoundColumn> columns) {
    var byName = new LinkedHashMap<String, BoundColumn>();
    for (var column : columns) byName.put(column.name, column);
    this.columns = List.copyOf(byName.values());
    this.paths = columns.stream().map(BoundColumn::path).toList();
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
    return PathProjection.heads(paths, false);
  }

  @Override
  public Set<String> nestedAttributes() {
    return PathProjection.heads(paths, true);
  }
}
