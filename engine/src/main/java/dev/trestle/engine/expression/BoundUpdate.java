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

/** An update whose placeholders are bound. */
final class BoundUpdate implements UpdatePlan {
  private final List<Change> changes;
  private final boolean topLevelOnly;

  /** Takes changes at paths that do not overlap, in the order in which they are written. */
  BoundUpdate(List<Change> changes) {
    this.changes = changes;
    this.topLevelOnly = isTopLevelOnly(changes);
  }

  private static boolean isTopLevelOnly(List<Change> changes) {
    for (int i = 0; i < changes.size(); i++) {
      if (!changes.get(i).path().isTopLevel()) return false;
    }
    return true;
  }

  @Override
  public Item apply(Item item) {
    try {
      return topLevelOnly ? merged(item) : edited(item);
    } catch (InvalidValueException e) {
      throw new ValidationException(e.getMessage());
    }
  }

  private Item merged(Item item) {
    if (changes.size() == 1) {
      var change = changes.getFirst();
      return put(new FieldChanges(), change.path().head(), change.result(item)).applyTo(item);
    }
    var results = results(item);
    var order = new Integer[changes.size()];
    for (int i = 0; i < order.length; i++) order[i] = i;
    Arrays.sort(order, (a, b) -> Arrays.compareUnsigned(head(a).utf8(), head(b).utf8()));
    var merge = new FieldChanges();
    for (int i : order) put(merge, head(i), results.get(i));
    return merge.applyTo(item);
  }

  private Part.Name head(int change) {
    return changes.get(change).path().head();
  }

  private static FieldChanges put(FieldChanges merge, Part.Name name, Optional<Value> result) {
    return result.isPresent() ? merge.put(name.utf8(), result.get()) : merge.remove(name.utf8());
  }

  /** Right-hand sides first: DynamoDB tells their faults before those of the paths. */
  private List<Optional<Value>> results(Item item) {
    var results = new ArrayList<Optional<Value>>(changes.size());
    for (var change : changes) {
      results.add(change instanceof Change.Assign ? change.result(item) : Optional.empty());
    }
    for (int i = 0; i < changes.size(); i++) {
      var change = changes.get(i);
      checkParent(change.path(), item);
      if (!(change instanceof Change.Assign)) results.set(i, change.result(item));
    }
    return results;
  }

  private static void checkParent(BoundPath path, Item item) {
    if (path.isTopLevel()) return;
    var parent = path.parentIn(item);
    var wanted =
        switch (path.last()) {
          case Part.Name _ -> Type.M;
          case Part.Index _ -> Type.L;
        };
    if (parent.isEmpty() || parent.get().type() != wanted) {
      throw new ValidationException(
          "The document path provided in the update expression is invalid for update");
    }
  }

  private Item edited(Item item) {
    var results = results(item);
    var merge = new TreeMap<byte[], Optional<Value>>(Arrays::compareUnsigned);
    var documents = new LinkedHashMap<Part.Name, Document>();
    for (int i = 0; i < changes.size(); i++) {
      var path = changes.get(i).path();
      if (path.isTopLevel()) {
        merge.put(path.head().utf8(), results.get(i));
      } else {
        documents
            .computeIfAbsent(path.head(), head -> new Document(item.get(head.utf8()).orElseThrow()))
            .change(path, 1, results.get(i));
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

  @Override
  public Set<String> attributes() {
    return BoundProjection.heads(paths(), false);
  }

  @Override
  public Optional<Type> fixedType(String attribute) {
    for (var change : changes) {
      if (change.path().isTopLevel() && change.path().head().text().equals(attribute)) {
        return change.fixedType();
      }
    }
    return Optional.empty();
  }

  @Override
  public Set<String> nestedAttributes() {
    var nested = new LinkedHashSet<>(BoundProjection.heads(paths(), true));
    for (var change : changes) {
      change.eachRead(path -> {
        if (!path.isTopLevel()) nested.add(path.head().text());
      });
    }
    return nested;
  }

  @Override
  public boolean onlyRemoves() {
    if (changes.isEmpty()) return false;
    for (var change : changes) {
      switch (change) {
        case Change.Assign _, Change.Add _ -> {
          return false;
        }
        case Change.Remove _, Change.Subtract _ -> {}
      }
    }
    return true;
  }

  @Override
  public Item touched(Item item) {
    return new BoundProjection(paths()).of(item);
  }

  private List<BoundPath> paths() {
    return changes.stream().map(Change::path).toList();
  }
}
