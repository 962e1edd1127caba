package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A projection whose names are known. */
final class BoundProjection implements Projection {
  private final List<BoundPath> paths;
  private final PathTree tree;

  BoundProjection(List<BoundPath> paths) {
    this.paths = paths;
    this.tree = PathTree.of(paths);
  }

  @Override
  public Item of(Item item) {
    return tree.pick(item);
  }

  @Override
  public Set<String> attributes() {
    return heads(paths, false);
  }

  @Override
  public Set<String> nestedAttributes() {
    return heads(paths, true);
  }

  static Set<String> heads(List<BoundPath> paths, boolean nestedOnly) {
    var heads = new LinkedHashSet<String>();
    for (var path : paths) {
      if (!nestedOnly || !path.isTopLevel()) heads.add(path.head().text());
    }
    return heads;
  }
}
