package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;

/** Parses condition, filter and key condition expressions: they have one grammar. */
final class ConditionParser extends Parser {
  private ConditionParser(Kind kind, String text) {
    super(kind, text);
  }

  static Parsed<Predicate> parse(Kind kind, String text) {
    return new ConditionParser(kind, text).parse();
  }

  private Parsed<Predicate> parse() {
    var root = predicate(any());
    expectEnd();
    refuse(Fault.PARENTHESES, Fault.FUNCTION_NAME, Fault.FUNCTION_USE, Fault.RESERVED_WORD);
    return new Parsed<>(root, references());
  }

  /** A condition, or an operand where one stands alone: which it is shows what follows it. */
  private Term any() {
    var left = conjunction();
    while (isNextWord("OR")) {
      var first = predicate(left);
      operator();
      next();
      left = new Predicate.Or(first, predicate(conjunction()));
    }
    return left;
  }

  private Term conjunction() {
    var left = single();
    while (isNextWord("AND")) {
      var first = predicate(left);
      operator();
      next();
      left = new Predicate.And(first, predicate(single()));
    }
    return left;
  }

  private Term single() {
    int negations = 0;
    for (; isNextWord("NOT"); next()) {
      operator();
      negations++;
    }
    var term = isNext("(") ? group() : bareOperand();
    if (term instanceof Operand operand) term = comparison(operand);
    if (negations == 0) return term;
    var predicate = predicate(term);
    for (; negations > 0; negations--) predicate = new Predicate.Not(predicate);
    return predicate;
  }

  private Term group() {
    int opened = open();
    var inner = any();
    close(opened);
    return inner instanceof Operand.Path path ? tail(path.steps()) : inner;
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

  private Operand operand() {
    if (!isNext("(")) return bareOperand();
    int opened = open();
    var inner = operand();
    close(opened);
    return inner instanceof Operand.Path path ? tail(path.steps()) : inner;
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
  Operand call(String function) {
    expect("(");
    if (UPDATE_FUNCTIONS.contains(function)) {
      fault(
          Fault.FUNCTION_USE,
          "The function is not allowed in a condition expression; function: " + function);
    }
    return new Operand.Call(function, operands());
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
