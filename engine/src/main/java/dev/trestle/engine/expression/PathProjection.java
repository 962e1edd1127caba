package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A bound projection expression. */
final class PathProjection implements ItemProjection {
  private final List<BoundPath> paths;
  private final List<byte[]> names;
  private final Optional<PathTree> tree;

  PathProjection(List<BoundPath> paths) {
    this.paths = paths;
    this.names =
        paths.stream().map(path -> path.head().utf8()).sorted(Arrays::compareUnsigned).toList();
    boolean topLevelOnly = paths.stream().allMatch(BoundPath::isTopLevel);
    this.tree = topLevelOnly ? Optional.empty() : Optional.of(PathTree.of(paths));
  }

  @Override
  public Item of(Item item) {
    return tree.isPresent() ? tree.get().pick(item) : item.onlyNamed(names);
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
