package dev.trestle.model.key;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/** Two automata that read the same text, and a search for the shortest text that both accept. */
final class AutomatonProduct {
  /** The maximum number of state pairs that are searched. */
  private static final int PAIRS_MAX = 1 << 18;

  /** Whether the two readings differ after this pair of moves. */
  interface Divergence {
    boolean between(int fromOne, int toOne, int toOther);
  }

  /** A character from a range, and the pieces that it belongs to in the two readings. */
  record Step(int low, int high, int pieceOfOne, int pieceOfOther) {}

  private record Node(int one, int other, boolean apart, int parent, int low, int high) {}

  private final Automaton one;
  private final Automaton other;
  private final List<Node> nodes = new ArrayList<>();
  private final HashSet<Long> seen = new HashSet<>();

  AutomatonProduct(Automaton one, Automaton other) {
    this.one = one;
    this.other = other;
  }

  /** Returns the shortest text that both accept. */
  Optional<List<Step>> common() {
    return search((ignored, ignored2, ignored3) -> true, true);
  }

  /** Returns the shortest text that both accept and for which the readings differ. */
  Optional<List<Step>> different(Divergence divergence) {
    return search(divergence, false);
  }

  private Optional<List<Step>> search(Divergence divergence, boolean apart) {
    add(0, 0, apart, -1, 0, 0);
    for (int at = 0; at < nodes.size(); at++) {
      var node = nodes.get(at);
      if (node.apart && node.one == one.end() && node.other == other.end()) {
        return Optional.of(path(at));
      }
      for (var left : one.edges(node.one)) {
        for (var right : other.edges(node.other)) {
          int low = Math.max(left.low(), right.low());
          int high = Math.min(left.high(), right.high());
          if (low > high || !canEndTogether(left.target(), right.target())) continue;
          boolean differ =
              node.apart || divergence.between(node.one, left.target(), right.target());
          add(left.target(), right.target(), differ, at, low, high);
        }
      }
    }
    return Optional.empty();
  }

  /** If widths are fixed, this decides at once what would otherwise need a search to the end. */
  private boolean canEndTogether(int left, int right) {
    return one.least(left) <= other.most(right) && other.least(right) <= one.most(left);
  }

  private void add(int left, int right, boolean apart, int parent, int low, int high) {
    long pair = ((long) left << 32 | right) << 1 | (apart ? 1 : 0);
    if (!seen.add(pair)) return;
    if (nodes.size() == PAIRS_MAX) throw new Automaton.TooLarge();
    nodes.add(new Node(left, right, apart, parent, low, high));
  }

  private List<Step> path(int last) {
    var steps = new ArrayList<Step>();
    for (int at = last; nodes.get(at).parent >= 0; at = nodes.get(at).parent) {
      var node = nodes.get(at);
      var from = nodes.get(node.parent);
      steps.add(new Step(node.low, node.high, one.piece(from.one), other.piece(from.other)));
    }
    return steps.reversed();
  }
}
