package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.FieldChanges;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** An update that is bound to its names and values and can be applied to items. */
public final class BoundUpdate {
  private final List<BoundAction> actions;
  private final boolean topLevelOnly;

  /** Takes actions whose paths do not overlap, in the order of the expression. */
  BoundUpdate(List<BoundAction> actions) {
    this.actions = actions;
    this.topLevelOnly = isTopLevelOnly(actions);
  }

  private static boolean isTopLevelOnly(List<BoundAction> actions) {
    for (int i = 0; i < actions.size(); i++) {
      if (!actions.get(i).path().isTopLevel()) return false;
    }
    return true;
  }

  /**
   * Returns the item after the update. Every right-hand side reads the item as it was before.
   *
   * @param item the item before the update, or only its key attributes if there was none
   */
  public Item apply(Item item) {
    try {
      return topLevelOnly ? merged(item) : edited(item);
    } catch (InvalidValueException e) {
      throw new ValidationException(e.getMessage());
    }
  }

  private Item merged(Item item) {
    if (actions.size() == 1) {
      var action = actions.getFirst();
      return put(new FieldChanges(), action.path().head(), action.result(item)).applyTo(item);
    }
    var results = results(item);
    var order = new Integer[actions.size()];
    for (int i = 0; i < order.length; i++) order[i] = i;
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(head(a).utf8(), head(b).utf8()));
    var merge = new FieldChanges();
    for (int i : order) put(merge, head(i), results.get(i));
    return merge.applyTo(item);
  }

  private PathElement.Name head(int action) {
    return actions.get(action).path().head();
  }

  private static FieldChanges put(
      FieldChanges merge, PathElement.Name name, Optional<Value> result) {
    return result.isPresent() ? merge.put(name.utf8(), result.get()) : merge.remove(name.utf8());
  }

  /**
   * Evaluates right-hand sides first, because DynamoDB reports their errors before those of paths.
   */
  private List<Optional<Value>> results(Item item) {
    var results = new ArrayList<Optional<Value>>(actions.size());
    for (var action : actions) {
      results.add(action instanceof BoundAction.Assign ? action.result(item) : Optional.empty());
    }
    for (int i = 0; i < actions.size(); i++) {
      var action = actions.get(i);
      checkParent(action.path(), item);
      if (!(action instanceof BoundAction.Assign)) results.set(i, action.result(item));
    }
    return results;
  }

  private static void checkParent(BoundPath path, Item item) {
    if (path.isTopLevel()) return;
    var parent = path.parentIn(item);
    var wanted =
        switch (path.last()) {
          case PathElement.Name ignored -> Type.M;
          case PathElement.Index ignored -> Type.L;
        };
    if (parent.isEmpty() || parent.get().type() != wanted) {
      throw new ValidationException(
          "The document path provided in the update expression is invalid for update");
    }
  }

  private Item edited(Item item) {
    var results = results(item);
    var merge = new TreeMap<byte[], Optional<Value>>(Arrays::compareUnsigned);
    var documents = new LinkedHashMap<PathElement.Name, Document>();
    for (int i = 0; i < actions.size(); i++) {
      var path = actions.get(i).path();
      if (path.isTopLevel()) {
        merge.put(path.head().utf8(), results.get(i));
      } else {
        documents
            .computeIfAbsent(path.head(), head -> new Document(item.get(head.utf8()).orElseThrow()))
            .edit(path, 1, results.get(i));
      }
    }
    documents.forEach((head, document) -> merge.put(head.utf8(), Optional.of(document.value())));
    var fields = new FieldChanges();
    merge.forEach((name, value) -> {
      if (value.isPresent()) fields.put(name, value.get());
      else fields.remove(name);
    });
    return fields.applyTo(item);
  }

  /** Returns the top-level attributes that the update writes. */
  public Set<String> attributes() {
    return PathProjection.heads(paths(), false);
  }

  /**
   * Returns the type that the update gives a top-level attribute, if it does not depend on the
   * item.
   */
  public Optional<Type> fixedType(String attribute) {
    for (var action : actions) {
      if (action.path().isTopLevel() && action.path().head().text().equals(attribute)) {
        return action.fixedType();
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the top-level attributes that the update reads or writes inside, by {@code .name} or
   * {@code [index]}.
   */
  public Set<String> nestedAttributes() {
    var nested = new LinkedHashSet<>(PathProjection.heads(paths(), true));
    for (var action : actions) {
      action.eachRead(path -> {
        if (!path.isTopLevel()) nested.add(path.head().text());
      });
    }
    return nested;
  }

  /** Returns whether every action removes. Such an update does not create a missing item. */
  public boolean onlyRemoves() {
    if (actions.isEmpty()) return false;
    for (var action : actions) {
      if (!action.removes()) return false;
    }
    return true;
  }

  /** Returns the values at the updated paths, for UPDATED_OLD and UPDATED_NEW. */
  public Item updatedAttributes(Item item) {
    return new PathProjection(paths()).of(item);
  }

  private List<BoundPath> paths() {
    return actions.stream().map(BoundAction::path).toList();
  }
}
