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
 * A map or list with changes in it. Only what a changed path leads through is held here; all else
 * is copied from the value as it lies. List positions are those from before the update.
 */
final class Document {
  /** Up to so many names a field's name is compared with each of them. */
  private static final int FEW = 8;

  private final Value original;
  private final Map<Part.Name, Edit> names = new HashMap<>(4);
  private final TreeMap<Integer, Edit> indexes = new TreeMap<>();

  /** What becomes of one entry: another value, nothing, or a document with changes in it. */
  private sealed interface Edit {
    record Replaced(Value value) implements Edit {}

    record Removed() implements Edit {}

    record Changed(Document document) implements Edit {}
  }

  Document(Value original) {
    this.original = original;
  }

  /** Notes a change below this document; the way to it is known to be there. */
  void change(BoundPath path, int depth, Optional<Value> result) {
    var part = path.parts().get(depth);
    if (depth == path.parts().size() - 1) {
      put(part, result.<Edit>map(Edit.Replaced::new).orElseGet(Edit.Removed::new));
      return;
    }
    inner(part).change(path, depth + 1, result);
  }

  private Document inner(Part part) {
    if (found(part).orElse(null) instanceof Edit.Changed(var known)) return known;
    var document = new Document(part.in(original).orElseThrow());
    put(part, new Edit.Changed(document));
    return document;
  }

  private Optional<Edit> found(Part part) {
    return Optional.ofNullable(
        switch (part) {
          case Part.Name name -> names.get(name);
          case Part.Index(var index) -> indexes.get(index);
        });
  }

  private void put(Part part, Edit edit) {
    switch (part) {
      case Part.Name name -> names.put(name, edit);
      case Part.Index(var index) -> indexes.put(index, edit);
    }
  }

  /** The value with its changes made. */
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
    if (names.size() > FEW) return names.containsKey(new Part.Name(field.name()));
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
