package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/** Rejects an expression in which one path contains another, or two paths contradict each other. */
final class PathOverlap {
  private PathOverlap() {}

  /** Reports the first overlap, or else the first conflict. */
  static void check(Bindings bindings, List<BoundPath> paths) {
    if (paths.size() < 2) return;
    var byAttribute = new HashMap<String, List<BoundPath>>();
    var conflict = Optional.<String>empty();
    for (var path : paths) {
      var others = byAttribute.computeIfAbsent(path.head().text(), ignored -> new ArrayList<>(1));
      for (var other : others) {
        switch (relation(other, path)) {
          case OVERLAP -> throw bindings.invalid(text("overlap", other, path));
          case CONFLICT -> {
            if (conflict.isEmpty()) conflict = Optional.of(text("conflict", other, path));
          }
          case NONE -> {}
        }
      }
      others.add(path);
    }
    if (conflict.isPresent()) throw bindings.invalid(conflict.get());
  }

  private enum Relation {
    NONE,
    OVERLAP,
    CONFLICT
  }

  private static Relation relation(BoundPath one, BoundPath two) {
    int common = Math.min(one.parts().size(), two.parts().size());
    for (int i = 1; i < common; i++) {
      var a = one.parts().get(i);
      var b = two.parts().get(i);
      if (a.getClass() != b.getClass()) return Relation.CONFLICT;
      if (!a.equals(b)) return Relation.NONE;
    }
    return Relation.OVERLAP;
  }

  private static String text(String relation, BoundPath one, BoundPath two) {
    return "Two document paths "
        + relation
        + " with each other; must remove or rewrite one of these paths; path one: "
        + one
        + ", path two: "
        + two;
  }
}
