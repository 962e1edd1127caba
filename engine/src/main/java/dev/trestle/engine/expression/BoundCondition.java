package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.LinkedHashSet;
import java.util.Set;

/** A condition whose placeholders are bound. */
record BoundCondition(Check check) implements Condition {
  @Override
  public boolean holds(Item item) {
    return check.holds(item);
  }

  @Override
  public Set<String> attributes() {
    var attributes = new LinkedHashSet<String>();
    check.eachPath(path -> attributes.add(path.head().text()));
    return attributes;
  }

  @Override
  public Set<String> nestedAttributes() {
    var attributes = new LinkedHashSet<String>();
    check.eachPath(path -> {
      if (!path.isTopLevel()) attributes.add(path.head().text());
    });
    return attributes;
  }
}
