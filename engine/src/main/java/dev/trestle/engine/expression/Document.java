package dev.trestle.engine.expression;

import dev.trestle.item.Fields;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A map or list with edits. Only the changed paths are held here; everything else is copied as
 * bytes. List indexes are those from before the update.
 */
final class Document {
  /** Up to this many names are compared one by one. */
  private static final int FEW = 8;

  private final Value original;
  private final Map<PathElement.Name, Edit> names = new HashMap<>(4);
  private final TreeMap<Integer, Edit> indexes = new TreeMap<>();

  /** The edit of one entry: a new value, a removal, or edits inside it. */
  private sealed interface Edit {
    record Replaced(Value value) implements Edit {}

    record Removed() implements Edit {}

    record Changed(Document document) implements Edit {}
  }

  Document(Value original) {
    this.original = original;
  }

  /** Adds an edit at a path inside this document. The path's parent exists. */
  void edit(BoundPath path, int depth, Optional<Value> result) {
    var part = path.parts().get(depth);
    if (depth == path.parts().size() - 1) {
      put(part, result.<Edit>map(Edit.Replaced::new).orElseGet(Edit.Removed::new));
      return;
    }
    inner(part).edit(path, depth + 1, result);
  }

  private Document inner(PathElement part) {
    if (found(part).orElse(null) instanceof Edit.Changed(var known)) return known;
    var document = new Document(part.in(original).orElseThrow());
    put(part, new Edit.Changed(document));
    return document;
  }

  private Optional<Edit> found(PathElement part) {
    return Optional.ofNullable(
        switch (part) {
          case PathElement.Name name -> names.get(name);
          case PathElement.Index(var index) -> indexes.get(index);
        });
  }

  private void put(PathElement part, Edit edit) {
    switch (part) {
      case PathElement.Name name -> names.put(name, edit);
      case PathElement.Index(var index) -> indexes.put(index, edit);
    }
  }

  /** Returns the value with all edits applied. */
  Value value() {
    var writer = new ItemWriter();
    write(writer);
    return writer.finishValue();
  }

  private void write(ItemWriter writer) {
    writer.start(original.type());
    if (original.type() == Type.L) writeElements(writer);
    else writeFields(writer);
    writer.end();
  }

  private void writeElements(ItemWriter writer) {
    int position = 0;
    for (var element : original.elements()) {
      var edit = indexes.get(position++);
      if (edit != null) write(writer, edit);
      else writer.value(element);
    }
    for (var edit : indexes.tailMap(position).values()) write(writer, edit);
  }

  private void writeFields(ItemWriter writer) {
    for (var fields = original.fields(); fields.next(); ) {
      if (!isEdited(fields)) writer.field(fields);
    }
    names.forEach((name, edit) -> {
      if (!(edit instanceof Edit.Removed)) write(writer.name(name.text()), edit);
    });
  }

  private boolean isEdited(Fields field) {
    if (names.size() > FEW) return names.containsKey(new PathElement.Name(field.name()));
    for (var name : names.keySet()) {
      if (field.isNamed(name.utf8())) return true;
    }
    return false;
  }

  private static void write(ItemWriter writer, Edit edit) {
    switch (edit) {
      case Edit.Replaced(var value) -> writer.value(value);
      case Edit.Removed() -> {}
      case Edit.Changed(var document) -> document.write(writer);
    }
  }
}
