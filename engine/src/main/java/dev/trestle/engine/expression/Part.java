package dev.trestle.engine.expression;

import dev.trestle.item.Value;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One step of a document path when its name is known. */
public sealed interface Part extends Step {
  /** What this step leads to from a map or list. */
  Optional<Value> in(Value value);

  /** An attribute's name, with its UTF-8 at hand, since that is what items are searched by. */
  final class Name implements Part {
    private final String text;
    private final byte[] utf8;

    public Name(String text) {
      this.text = text;
      this.utf8 = text.getBytes(StandardCharsets.UTF_8);
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

  record Index(int index) implements Part {
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
