package dev.trestle.model.key;

import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The texts of a template as a nondeterministic automaton over characters. It has no empty moves,
 * and each sequence of part texts has exactly one path. So two readings of a text are two paths,
 * and a path tells which piece each character belongs to.
 *
 * <p>At first, widths of more than a few bytes are not counted. The automaton then accepts some
 * texts too many, which can only make a proof fail, but it stays small. {@link Width#EXACT} counts
 * them, with one state per byte.
 */
final class Automaton {
  /** Whether widths are counted. */
  enum Width {
    LOOSE(4),
    EXACT(Integer.MAX_VALUE);

    private final int countedBytesMax;

    Width(int countedBytesMax) {
      this.countedBytesMax = countedBytesMax;
    }
  }

  /** A move for any character of a range. */
  record Edge(int low, int high, int target) {}

  /** The piece of a state that belongs to no piece: the end, or whatever follows a prefix. */
  static final int NO_PIECE = -1;

  private static final int UNBOUNDED = Integer.MAX_VALUE / 2;
  private static final int STATES_MAX = 1 << 14;
  private static final int[] BYTE_BORDERS = {0, 0x80, 0x800, 0x10000, Alphabet.ABOVE_ALL};

  private final List<List<Edge>> edges = new ArrayList<>();
  private final List<Integer> pieces = new ArrayList<>();
  private final Width width;
  private final int end;
  private int[] least = {};
  private int[] most = {};

  /** Thrown if an automaton, or a search in two of them, becomes too large. */
  static final class TooLarge extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    TooLarge() {
      super("a template too large to be proven");
    }
  }

  private Automaton(List<Piece> of, Width width) {
    this.width = width;
    int entry = state(0);
    for (int i = 0; i < of.size(); i++) {
      int exit = state(i + 1 < of.size() ? i + 1 : NO_PIECE);
      add(shape(of.get(i)), entry, exit, i);
      entry = exit;
    }
    if (of.isEmpty()) pieces.set(0, NO_PIECE);
    end = entry;
  }

  /** Accepts any continuation. */
  private void open() {
    on(end, Alphabet.UNICODE, end);
  }

  /** Computes how many characters are left from each state. Called once all moves are known. */
  private Automaton measured() {
    var sources = new ArrayList<List<Integer>>();
    int[] ahead = new int[edges.size()];
    edges.forEach(ignored -> sources.add(new ArrayList<>()));
    for (int from = 0; from < edges.size(); from++) {
      for (var edge : edges.get(from)) sources.get(edge.target()).add(from);
      ahead[from] = edges.get(from).size();
    }
    least = new int[edges.size()];
    most = new int[edges.size()];
    Arrays.fill(least, UNBOUNDED);
    Arrays.fill(most, UNBOUNDED);
    least[end] = 0;
    var near = new ArrayDeque<>(List.of(end));
    while (!near.isEmpty()) {
      int to = near.poll();
      for (int from : sources.get(to)) {
        if (least[from] < UNBOUNDED) continue;
        least[from] = least[to] + 1;
        near.add(from);
      }
    }
    // A state is finished once all its successors are. States in or before a cycle never are.
    var done = new ArrayDeque<Integer>();
    if (ahead[end] == 0) {
      most[end] = 0;
      done.add(end);
    }
    while (!done.isEmpty()) {
      int to = done.poll();
      for (int from : sources.get(to)) {
        if (--ahead[from] > 0) continue;
        int longest = 0;
        for (var edge : edges.get(from)) longest = Math.max(longest, most[edge.target()] + 1);
        most[from] = longest;
        done.add(from);
      }
    }
    return this;
  }

  /** Returns the automaton of the template's texts. */
  static Automaton of(KeyTemplate template, Width width) {
    return new Automaton(template.pieces(), width).measured();
  }

  /**
   * Returns the automaton of all texts that start like the template's texts up to this part. Its
   * states have the same numbers as those of {@link #of}.
   */
  static Automaton prefix(KeyTemplate template, int bound, Width width) {
    int slots = 0;
    int taken = 0;
    for (var piece : template.pieces()) {
      if (piece instanceof Piece.Slot && slots++ == bound) break;
      taken++;
    }
    var automaton = new Automaton(template.pieces().subList(0, taken), width);
    automaton.open();
    return automaton.measured();
  }

  /** The only accepting state. */
  int end() {
    return end;
  }

  List<Edge> edges(int state) {
    return edges.get(state);
  }

  /** The minimum number of characters from this state to the end. */
  int least(int state) {
    return least[state];
  }

  /** The maximum number of characters from this state to the end. */
  int most(int state) {
    return most[state];
  }

  /** The piece that a character read in this state belongs to. */
  int piece(int state) {
    return pieces.get(state);
  }

  private static Language shape(Piece piece) {
    return switch (piece) {
      case Piece.Literal(var text) -> new Language.Literal(text);
      case Piece.Slot(var part) -> part.shape();
    };
  }

  private int state(int piece) {
    if (edges.size() == STATES_MAX) throw new TooLarge();
    edges.add(new ArrayList<>());
    pieces.add(piece);
    return edges.size() - 1;
  }

  private void on(int from, Alphabet alphabet, int to) {
    int[] ranges = alphabet.ranges();
    for (int i = 0; i < ranges.length; i += 2) on(from, ranges[i], ranges[i + 1], to);
  }

  private void on(int from, int low, int high, int to) {
    edges.get(from).add(new Edge(low, high, to));
  }

  private void add(Language shape, int entry, int exit, int piece) {
    switch (shape) {
      case Language.Literal(var text) -> addCodes(List.of(text), entry, exit, piece);
      case Language.One(var alphabet) -> on(entry, alphabet, exit);
      case Language.Run(var alphabet, int maxBytes) -> {
        var loop = new Loop(entry, exit, piece, maxBytes, Utf8Order.bytes(alphabet.first()));
        loop.run(from -> loop.characters(from, alphabet));
      }
      case Language.Escaped(int maxBytes) -> {
        var loop = new Loop(entry, exit, piece, maxBytes, 1);
        loop.run(from -> addEscaped(loop, from, piece));
      }
      case Language.Digits(var low, var high) -> addDigits(low, high, entry, exit, piece);
      case Language.Codes(var codes) -> addCodes(codes, entry, exit, piece);
      case Language.Row(var shapes) -> {
        int from = entry;
        for (int i = 0; i < shapes.size(); i++) {
          int to = i + 1 < shapes.size() ? state(piece) : exit;
          add(shapes.get(i), from, to, piece);
          from = to;
        }
      }
    }
  }

  /** A prefix tree of the codes. */
  private void addCodes(List<String> codes, int entry, int exit, int piece) {
    var byFirst = new TreeMap<Integer, List<String>>();
    for (var code : codes) {
      int first = code.codePointAt(0);
      byFirst
          .computeIfAbsent(first, ignored -> new ArrayList<>())
          .add(code.substring(Character.charCount(first)));
    }
    byFirst.forEach((first, rests) -> {
      int next = rests.getFirst().isEmpty() ? exit : state(piece);
      on(entry, first, first, next);
      if (next != exit) addCodes(rests, next, exit, piece);
    });
  }

  /**
   * Reads digit by digit. As long as all digits equal those of a bound, the bound applies. States
   * without a bound are shared, one per number of remaining digits.
   */
  private void addDigits(String low, String high, int entry, int exit, int piece) {
    int[] free = new int[low.length()];
    free[0] = exit;
    for (int left = 1; left < free.length; left++) {
      free[left] = state(piece);
      on(free[left], '0', '9', free[left - 1]);
    }
    addDigits(low, high, entry, free, piece);
  }

  private void addDigits(String low, String high, int entry, int[] free, int piece) {
    char first = low.charAt(0);
    char last = high.charAt(0);
    int left = low.length() - 1;
    if (left == 0) {
      on(entry, first, last, free[0]);
      return;
    }
    var lowRest = low.substring(1);
    var highRest = high.substring(1);
    var zeros = "0".repeat(left);
    var nines = "9".repeat(left);
    boolean lowFree = lowRest.equals(zeros);
    boolean highFree = highRest.equals(nines);
    if (first == last && !(lowFree && highFree)) {
      addDigits(lowRest, highRest, move(entry, first, piece), free, piece);
      return;
    }
    if (!lowFree) addDigits(lowRest, nines, move(entry, first, piece), free, piece);
    if (!highFree) addDigits(zeros, highRest, move(entry, last, piece), free, piece);
    int from = lowFree ? first : first + 1;
    int to = highFree ? last : last - 1;
    if (from <= to) on(entry, from, to, free[left]);
  }

  private int move(int from, char on, int piece) {
    int next = state(piece);
    on(from, on, on, next);
    return next;
  }

  private void addEscaped(Loop loop, int from, int piece) {
    loop.characters(from, EscapedForm.PLAIN);
    int tilde = state(piece);
    on(from, EscapedForm.ESCAPE, EscapedForm.ESCAPE, tilde);
    for (int first = 0; first < 8; first++) {
      int nibble = -1;
      for (int second = 0; second < 16; second++) {
        if (EscapedForm.PLAIN.has(first << 4 | second)) continue;
        if (nibble < 0) {
          nibble = state(piece);
          int digit = EscapedForm.HEX.charAt(first);
          on(tilde, digit, digit, nibble);
        }
        int digit = EscapedForm.HEX.charAt(second);
        loop.move(from, nibble, digit, digit, 1);
      }
    }
  }

  /** Adds the moves for one more character. */
  private interface Step {
    void from(int state);
  }

  /**
   * Repetition up to a width. Its states are the bytes used so far, or a single state if they are
   * not counted.
   */
  private final class Loop {
    private final int exit;
    private final int piece;
    private final int maxBytes;
    private final int least;
    private final boolean counted;
    private final Map<Integer, Integer> stateByBytes = new TreeMap<>();
    private final Map<Integer, Integer> bytesByState = new HashMap<>();
    private final ArrayDeque<Integer> fresh = new ArrayDeque<>();

    Loop(int entry, int exit, int piece, int maxBytes, int least) {
      this.exit = exit;
      this.piece = piece;
      this.maxBytes = maxBytes;
      this.least = least;
      counted = maxBytes <= width.countedBytesMax;
      bytesByState.put(entry, 0);
      fresh.add(entry);
    }

    void run(Step step) {
      while (!fresh.isEmpty()) step.from(fresh.poll());
    }

    void characters(int from, Alphabet alphabet) {
      int[] ranges = alphabet.ranges();
      for (int i = 0; i < ranges.length; i += 2) {
        for (int b = 1; b < BYTE_BORDERS.length; b++) {
          int low = Math.max(ranges[i], BYTE_BORDERS[b - 1]);
          int high = Math.min(ranges[i + 1], BYTE_BORDERS[b] - 1);
          if (low <= high) move(from, from, low, high, b);
        }
      }
    }

    /** A character of this many bytes, from one state to the other. */
    void move(int begun, int from, int low, int high, int bytes) {
      int used = counted ? bytesByState.getOrDefault(begun, 0) + bytes : 1;
      if (counted && used > maxBytes) return;
      on(from, low, high, exit);
      if (counted && used + least > maxBytes) return;
      Integer next = stateByBytes.get(used);
      if (next == null) {
        next = state(piece);
        stateByBytes.put(used, next);
        bytesByState.put(next, used);
        fresh.add(next);
      }
      on(from, low, high, next);
    }
  }
}
