package dev.trestle.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The options of a benchmark. Reading an option removes it. */
public final class Arguments {
  private final List<String> left;

  public Arguments(List<String> arguments) {
    left = new ArrayList<>(arguments);
  }

  public boolean flag(String name) {
    return left.remove(name);
  }

  public Optional<String> text(String name) {
    int at = left.indexOf(name);
    if (at < 0) return Optional.empty();
    if (at + 1 == left.size()) throw new IllegalArgumentException(name + " needs a value");
    left.remove(at);
    return Optional.of(left.remove(at));
  }

  public double number(String name, double otherwise) {
    return text(name).map(Double::parseDouble).orElse(otherwise);
  }

  public Optional<List<String>> names(String name) {
    return text(name).map(names -> List.of(names.split(",", -1)));
  }

  /** Refuses options that were not read. */
  public void end() {
    if (!left.isEmpty()) throw new IllegalArgumentException("unknown option " + left.getFirst());
  }
}
