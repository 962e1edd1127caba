package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses condition, filter and key condition expressions, which share one grammar. */
final class ConditionParser extends Parser {
  private ConditionParser(ExpressionKind kind, String text) {
    super(kind, text);
  }

  static Parsed<Predicate> parse(ExpressionKind kind, String text) {
    return new ConditionParser(kind, text).parse();
  }

  private Parsed<Predicate> parse() {
    var root = predicate(parseTerm());
    expectEnd();
    throwFirst(
        DeferredError.PARENTHESES,
        DeferredError.FUNCTION_NAME,
        DeferredError.FUNCTION_USE,
        DeferredError.RESERVED_WORD,
        DeferredError.PATH_LENGTH);
    return new Parsed<>(root, references());
  }

  /** A level of parentheses, or the outermost level, with what was read on the left so far. */
  private static final class Level {
    final int opened;
    final @Nullable Level outer;
    int negations;
    Optional<Predicate> conjunction = Optional.empty();
    Optional<Predicate> alternatives = Optional.empty();

    Level(int opened, @Nullable Level outer) {
      this.opened = opened;
      this.outer = outer;
    }
  }

  /**
   * Parses a condition, or a single operand. Only what follows shows which one it is. Levels of
   * parentheses are kept in a linked list and not on the call stack, so that no depth overflows it.
   */
  private Term parseTerm() {
    var level = new Level(-1, null);
    while (true) {
      for (; isNextWord("NOT"); next()) {
        operator();
        level.negations++;
      }
      if (isNext("(")) {
        level = new Level(open(), level);
        continue;
      }
      Term term = operand();
      while (true) {
        term = negated(level, term instanceof ParsedOperand operand ? comparison(operand) : term);
        if (acceptAndOr(level, term)) break;
        term = endLevel(level, term);
        if (level.outer == null) return term;
        close(level.opened);
        level = level.outer;
        if (term instanceof ParsedOperand.Path path) term = afterParentheses(path);
      }
    }
  }

  private Term negated(Level level, Term term) {
    if (level.negations == 0) return term;
    var predicate = predicate(term);
    for (; level.negations > 0; level.negations--) predicate = new Predicate.Not(predicate);
    return predicate;
  }

  /** Accepts a following AND or OR and remembers its left side. */
  private boolean acceptAndOr(Level level, Term term) {
    boolean and = isNextWord("AND");
    if (!and && !isNextWord("OR")) return false;
    var left = and(level, predicate(term));
    if (and) {
      level.conjunction = Optional.of(left);
    } else {
      level.alternatives = Optional.of(or(level, left));
      level.conjunction = Optional.empty();
    }
    operator();
    next();
    return true;
  }

  /** Completes a level at its end. */
  private Term endLevel(Level level, Term term) {
    if (level.conjunction.isEmpty() && level.alternatives.isEmpty()) return term;
    return or(level, and(level, predicate(term)));
  }

  private static Predicate and(Level level, Predicate last) {
    return level.conjunction.<Predicate>map(all -> new Predicate.And(all, last)).orElse(last);
  }

  private static Predicate or(Level level, Predicate last) {
    return level.alternatives.<Predicate>map(all -> new Predicate.Or(all, last)).orElse(last);
  }

  private Term comparison(ParsedOperand left) {
    var comparator = Comparator.of(tokens, at());
    if (comparator.isPresent()) {
      operator();
      next();
      return new Predicate.Compare(comparator.get(), value(left), value(operand()));
    }
    if (isNextWord("BETWEEN")) {
      operator();
      next();
      var low = value(operand());
      if (!isNextWord("AND")) throw syntaxError();
      next();
      return new Predicate.Between(value(left), low, value(operand()));
    }
    if (isNextWord("IN")) {
      operator();
      next();
      expect("(");
      return new Predicate.In(value(left), operands());
    }
    return left;
  }

  private List<ParsedOperand> operands() {
    var operands = new ArrayList<ParsedOperand>();
    do {
      operands.add(value(operand()));
    } while (accept(","));
    expect(")");
    return operands;
  }

  @Override
  void checkFunction(String function) {
    if (UPDATE_FUNCTIONS.contains(function)) {
      deferError(
          DeferredError.FUNCTION_USE,
          "The function is not allowed in a condition expression; function: " + function);
    }
  }

  @Override
  void checkArgument(String function, ParsedOperand argument) {
    value(argument);
  }

  @Override
  ParsedOperand.Path afterParentheses(ParsedOperand.Path path) {
    return tail(path.steps());
  }

  /**
   * Checks an operand that is used as a value. {@code size} is the only function that returns one.
   */
  private ParsedOperand value(ParsedOperand operand) {
    if (operand instanceof ParsedOperand.Call call && !call.function().equals("size")) {
      deferError(DeferredError.FUNCTION_USE, misused(call.function()));
    }
    return operand;
  }

  private Predicate predicate(Term term) {
    if (!(term instanceof Predicate predicate)) throw syntaxError();
    if (predicate instanceof ParsedOperand.Call call && call.function().equals("size")) {
      deferError(DeferredError.FUNCTION_USE, misused(call.function()));
    }
    return predicate;
  }

  @Override
  boolean isKeyword(int token) {
    return tokens.isWord(token, "AND")
        || tokens.isWord(token, "OR")
        || tokens.isWord(token, "NOT")
        || tokens.isWord(token, "IN")
        || tokens.isWord(token, "BETWEEN");
  }
}
