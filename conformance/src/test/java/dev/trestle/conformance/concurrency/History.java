package dev.trestle.conformance.concurrency;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls to one register. The history is linearisable if each call can be assigned a moment
 * between its invocation and its return such that, in the order of these moments, every result is
 * correct.
 *
 * <p>The search is Wing and Gong's: of the calls that were not placed yet, any one may come next
 * that was invoked before the first of the others returned. States that were reached before, with
 * the same calls placed, are not searched again.
 */
record History(List<Call> calls) {
  private record Seen(BitSet placed, Call.State state) {}

  /** A node of the search: the placed calls, the resulting state, and what to try next. */
  private static final class Node {
    final BitSet placed;
    final Call.State state;
    int next;

    Node(BitSet placed, Call.State state) {
      this.placed = placed;
      this.state = state;
    }
  }

  boolean isLinearisable() {
    var sorted = calls.stream().sorted(Comparator.comparingLong(Call::invoked)).toList();
    Set<Seen> seen = new HashSet<>();
    var path = new ArrayDeque<Node>();
    path.push(new Node(new BitSet(), Call.State.NOTHING));
    while (!path.isEmpty()) {
      var node = path.peek();
      if (node.placed.cardinality() == sorted.size()) return true;
      int at = node.placed.nextClearBit(node.next);
      if (at >= sorted.size() || sorted.get(at).invoked() > firstReturn(sorted, node.placed)) {
        path.pop();
        continue;
      }
      node.next = at + 1;
      sorted
          .get(at)
          .after(node.state)
          .ifPresent(state -> {
            var placed = (BitSet) node.placed.clone();
            placed.set(at);
            if (seen.add(new Seen(placed, state))) path.push(new Node(placed, state));
          });
    }
    return false;
  }

  private static long firstReturn(List<Call> sorted, BitSet placed) {
    long first = Long.MAX_VALUE;
    for (int i = placed.nextClearBit(0); i < sorted.size(); i = placed.nextClearBit(i + 1)) {
      if (sorted.get(i).invoked() > first) break;
      first = Math.min(first, sorted.get(i).returned());
    }
    return first;
  }
}
