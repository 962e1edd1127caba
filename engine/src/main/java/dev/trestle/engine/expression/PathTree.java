package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Paths that do not overlap, merged by their common prefixes. */
final class PathTree {
  private final Map<PathElement.Name, PathTree> names = new HashMap<>(4);
  private final TreeMap<Integer, PathTree> indexes = new TreeMap<>();

  static PathTree of(List<BoundPath> paths) {
    var root = new PathTree();
    for (var path : paths) {
      var node = root;
      for (var part : path.parts()) node = node.child(part);
    }
    return root;
  }

  private PathTree child(PathElement part) {
    return switch (part) {
      case PathElement.Name name -> names.computeIfAbsent(name, ignored -> new PathTree());
      case PathElement.Index(var index) ->
          indexes.computeIfAbsent(index, ignored -> new PathTree());
    };
  }

  /** Returns whether a path ends here, so that the whole value is selected. */
  private boolean isEnd() {
    return names.isEmpty() && indexes.isEmpty();
  }

  /** Returns the values at the paths, inside the maps and lists that contain them. */
  Item pick(Item item) {
    var writer = new ItemWriter();
    names.forEach((name, node) -> {
      var value = item.get(name.utf8());
      if (value.isPresent() && node.leadsIn(value.get())) {
        node.write(writer.name(name.text()), value.get());
      }
    });
    return writer.finish();
  }

  private boolean leadsIn(Value value) {
    if (isEnd()) return true;
    for (var entry : names.entrySet()) {
      var child = entry.getKey().in(value);
      if (child.isPresent() && entry.getValue().leadsIn(child.get())) return true;
    }
    for (var entry : indexes.entrySet()) {
      var child = value.element(entry.getKey());
      if (child.isPresent() && entry.getValue().leadsIn(child.get())) return true;
    }
    return false;
  }

  private void write(ItemWriter writer, Value value) {
    if (isEnd()) {
      writer.value(value);
      return;
    }
    writer.start(value.type() == Type.L ? Type.L : Type.M);
    names.forEach((name, node) -> {
      var child = name.in(value);
      if (child.isPresent() && node.leadsIn(child.get())) {
        node.write(writer.name(name.text()), child.get());
      }
    });
    indexes.forEach((index, node) -> {
      var child = value.element(index);
      if (child.isPresent() && node.leadsIn(child.get())) node.write(writer, child.get());
    });
    writer.end();
  }
}
