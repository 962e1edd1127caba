package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Value;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An element of a document path without placeholder: a name or an index. */
public sealed interface PathElement extends PathStep {
  /** Returns the value at this element in a map or list. */
  Optional<Value> in(Value value);

  /** An attribute name. It keeps its UTF-8, because items are searched by that. */
  final class Name implements PathElement {
    private final String text;
    private final byte[] utf8;

    public Name(String text) {
      this.text = text;
      try {
        this.utf8 = ItemWriter.nameBytes(text);
      } catch (InvalidValueException e) {
        throw new ValidationException(e.getMessage());
      }
    }

    public String text() {
      return text;
    }

    byte[] utf8() {
      return utf8;
    }

    @Override
    public Optional<Value> in(Value value) {
      return value.field(utf8);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Name name && text.equals(name.text);
    }

    @Override
    public int hashCode() {
      return text.hashCode();
    }

    @Override
    public String toString() {
      return text;
    }
  }

  record Index(int index) implements PathElement {
    @Override
    public Optional<Value> in(Value value) {
      return value.element(index);
    }

    @Override
    public String toString() {
      return "[" + index + "]";
    }
  }
}
