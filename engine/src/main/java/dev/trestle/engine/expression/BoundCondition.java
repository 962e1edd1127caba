package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.LinkedHashSet;
import java.util.Set;

/** A condition or filter that is bound to its names and values and can be tested on items. */
public final class BoundCondition {
  private final BoundPredicate predicate;

  BoundCondition(BoundPredicate predicate) {
    this.predicate = predicate;
  }

  /** Returns whether the condition holds for the item. Pass {@link Item#EMPTY} for no item. */
  public boolean holds(Item item) {
    return predicate.holds(item);
  }

  /** Returns the top-level attributes that the condition reads. */
  public Set<String> attributes() {
    var attributes = new LinkedHashSet<String>();
    predicate.eachPath(path -> attributes.add(path.head().text()));
    return attributes;
  }

  /** Returns the top-level attributes that the condition reads inside, by name or index. */
  public Set<String> nestedAttributes() {
    var attributes = new LinkedHashSet<String>();
    predicate.eachPath(path -> {
      if (!path.isTopLevel()) attributes.add(path.head().text());
    });
    return attributes;
  }
}
