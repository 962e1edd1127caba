package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Parses condition, filter and key condition expressions: they have one grammar. */
final class ConditionParser extends Parser {
  private ConditionParser(Kind kind, String text) {
    super(kind, text);
  }

  static Parsed<Predicate> parse(Kind kind, String text) {
    return new ConditionParser(kind, text).parse();
  }

  private Parsed<Predicate> parse() {
    var root = predicate(whole());
    expectEnd();
    refuse(Fault.PARENTHESES, Fault.FUNCTION_NAME, Fault.FUNCTION_USE, Fault.RESERVED_WORD);
    return new Parsed<>(root, references());
  }

  /** A pair of parentheses that is read, or the whole, with what it has on the left so far. */
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
   * A condition, or an operand where one stands alone: which it is shows what follows it. Levels of
   * parentheses are kept in a list and not on the stack, so that no depth is too much for it.
   */
  private Term whole() {
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
        term = negated(level, term instanceof Operand operand ? comparison(operand) : term);
        if (goesOn(level, term)) break;
        term = joined(level, term);
        if (level.outer == null) return term;
        close(level.opened);
        level = level.outer;
        if (term instanceof Operand.Path path) term = afterParentheses(path);
      }
    }
  }

  private Term negated(Level level, Term term) {
    if (level.negations == 0) return term;
    var predicate = predicate(term);
    for (; level.negations > 0; level.negations--) predicate = new Predicate.Not(predicate);
    return predicate;
  }

  /** Takes an AND or OR that follows, with what stands on its left. */
  private boolean goesOn(Level level, Term term) {
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

  /** All of a level, at its end. */
  private Term joined(Level level, Term term) {
    if (level.conjunction.isEmpty() && level.alternatives.isEmpty()) return term;
    return or(level, and(level, predicate(term)));
  }

  private static Predicate and(Level level, Predicate last) {
    return level.conjunction.<Predicate>map(all -> new Predicate.And(all, last)).orElse(last);
  }

  private static Predicate or(Level level, Predicate last) {
    return level.alternatives.<Predicate>map(all -> new Predicate.Or(all, last)).orElse(last);
  }

  private Term comparison(Operand left) {
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

  private List<Operand> operands() {
    var operands = new ArrayList<Operand>();
    do {
      operands.add(value(operand()));
    } while (accept(","));
    expect(")");
    return operands;
  }

  @Override
  void checkFunction(String function) {
    if (UPDATE_FUNCTIONS.contains(function)) {
      fault(
          Fault.FUNCTION_USE,
          "The function is not allowed in a condition expression; function: " + function);
    }
  }

  @Override
  void checkArgument(String function, Operand argument) {
    value(argument);
  }

  @Override
  Operand.Path afterParentheses(Operand.Path path) {
    return tail(path.steps());
  }

  /** An operand that is used as a value, which of all functions only size gives. */
  private Operand value(Operand operand) {
    if (operand instanceof Operand.Call(var function, _) && !function.equals("size")) {
      fault(Fault.FUNCTION_USE, misused(function));
    }
    return operand;
  }

  private Predicate predicate(Term term) {
    if (!(term instanceof Predicate predicate)) throw syntaxError();
    if (predicate instanceof Operand.Call(var function, _) && function.equals("size")) {
      fault(Fault.FUNCTION_USE, misused(function));
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
