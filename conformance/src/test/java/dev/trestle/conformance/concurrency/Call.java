package dev.trestle.conformance.concurrency;

import java.util.Optional;

/**
 * A request to a register and its result, with the times between which it took effect. A register
 * holds a number, or nothing at first.
 */
record Call(Kind kind, long invoked, long returned) {
  /** The request and its result. */
  sealed interface Kind {
    record Read(Optional<Integer> seen) implements Kind {}

    record Write(int value) implements Kind {}

    /** Writes a value and returns the previous one. */
    record Swap(int value, Optional<Integer> before) implements Kind {}

    /** Writes a value if the register holds the expected one. */
    record Exchange(int expected, int value, boolean done) implements Kind {}
  }

  /** Returns the register after this call, or empty if the call cannot have had this result. */
  Optional<State> after(State state) {
    return switch (kind) {
      case Kind.Read(var seen) when seen.equals(state.value()) -> Optional.of(state);
      case Kind.Read _ -> Optional.empty();
      case Kind.Write(int value) -> Optional.of(State.of(value));
      case Kind.Swap(int value, var before) when before.equals(state.value()) ->
          Optional.of(State.of(value));
      case Kind.Swap _ -> Optional.empty();
      case Kind.Exchange(int expected, int value, boolean done) -> {
        boolean holds = state.value().equals(Optional.of(expected));
        if (holds != done) yield Optional.empty();
        yield Optional.of(done ? State.of(value) : state);
      }
    };
  }

  /** The content of a register. */
  record State(Optional<Integer> value) {
    static final State NOTHING = new State(Optional.empty());

    static State of(int value) {
      return new State(Optional.of(value));
    }
  }
}
