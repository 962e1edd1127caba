package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Paths that do not overlap, joined by their common beginnings; it picks what they lead to. */
final class PathTree {
  private final Map<Part.Name, PathTree> names = new HashMap<>(4);
  private final TreeMap<Integer, PathTree> indexes = new TreeMap<>();

  static PathTree of(List<BoundPath> paths) {
    var root = new PathTree();
    for (var path : paths) {
      var node = root;
      for (var part : path.parts()) node = node.child(part);
    }
    return root;
  }

  private PathTree child(Part part) {
    return switch (part) {
      case Part.Name name -> names.computeIfAbsent(name, _ -> new PathTree());
      case Part.Index(var index) -> indexes.computeIfAbsent(index, _ -> new PathTree());
    };
  }

  /** Whether a path ends here, so that all of a value is meant. */
  private boolean isEnd() {
    return names.isEmpty() && indexes.isEmpty();
  }

  /** What the paths lead to, each in the maps and lists that it lies in. */
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
