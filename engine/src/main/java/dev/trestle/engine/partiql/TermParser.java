package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Comparator;
import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.expression.Term;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Parses conditions and the terms in them. */
final class TermParser {
  static final String NO_RIGHT_HAND_SIDE = "Missing right-hand side expression of infix operator";

  private static final Set<String> FUNCTIONS =
      Set.of(
          "attribute_exists",
          "attribute_not_exists",
          "attribute_type",
          "begins_with",
          "contains",
          "size");

  private static final Map<String, Comparator> COMPARATORS =
      Map.of(
          "=", Comparator.EQ,
          "<>", Comparator.NE,
          "!=", Comparator.NE,
          "<", Comparator.LT,
          "<=", Comparator.LE,
          ">", Comparator.GT,
          ">=", Comparator.GE);

  private final TokenCursor cursor;
  private final Slots slots;
  private final LiteralParser literals;
  private final PathParser paths;

  TermParser(TokenCursor cursor, Slots slots, LiteralParser literals, PathParser paths) {
    this.cursor = cursor;
    this.slots = slots;
    this.literals = literals;
    this.paths = paths;
  }

  Predicate condition() {
    return predicate(alternatives());
  }

  private Term alternatives() {
    var left = conjunction();
    while (cursor.acceptWord("OR")) {
      rightHandSide();
      left = new Predicate.Or(predicate(left), predicate(conjunction()));
    }
    return left;
  }

  private Term conjunction() {
    var left = negation();
    while (cursor.acceptWord("AND")) {
      rightHandSide();
      left = new Predicate.And(predicate(left), predicate(negation()));
    }
    return left;
  }

  private void rightHandSide() {
    if (cursor.isEnd() || cursor.isSymbol(";")) throw StatementErrors.malformed(NO_RIGHT_HAND_SIDE);
  }

  private Term negation() {
    if (!cursor.acceptWord("NOT")) return comparison();
    cursor.enter();
    var inner = predicate(negation());
    cursor.leave();
    return new Predicate.Not(inner);
  }

  private Term comparison() {
    var left = term();
    while (true) {
      var comparator = COMPARATORS.get(cursor.token().text());
      if (cursor.token().type() == Token.Type.SYMBOL && comparator != null) {
        cursor.take();
        rightHandSide();
        left = new Predicate.Compare(comparator, operand(left), operand(term()));
      } else if (cursor.acceptWord("IS")) {
        left = is(operand(left));
      } else if (cursor.isWord("NOT") && isNegatable(cursor.following())) {
        cursor.take();
        left = new Predicate.Not(ranged(operand(left)));
      } else if (isNegatable(cursor.token())) {
        left = ranged(operand(left));
      } else {
        return left;
      }
    }
  }

  private static boolean isNegatable(Token token) {
    return token.isWord("IN") || token.isWord("BETWEEN") || token.isWord("LIKE");
  }

  private Predicate ranged(ParsedOperand operand) {
    if (cursor.acceptWord("BETWEEN")) {
      rightHandSide();
      var low = operand(term());
      cursor.expectWord("AND", "Expected AND after BETWEEN");
      rightHandSide();
      return new Predicate.Between(operand, low, operand(term()));
    }
    if (cursor.acceptWord("IN")) return new Predicate.In(operand, candidates());
    throw StatementErrors.at("Unsupported operation: LIKE", cursor.token().position());
  }

  private List<ParsedOperand> candidates() {
    rightHandSide();
    boolean brackets = cursor.isSymbol("[");
    if (!brackets && !cursor.isSymbol("("))
      throw StatementErrors.malformed("Expected a list after IN");
    cursor.take();
    var end = brackets ? "]" : ")";
    var candidates = new ArrayList<ParsedOperand>();
    if (cursor.accept(end)) return candidates;
    cursor.enter();
    do {
      candidates.add(operand(alternatives()));
    } while (cursor.accept(","));
    cursor.leave();
    cursor.expect(end, brackets ? "Expected RIGHT_BRACKET" : "Expected RIGHT_PAREN");
    return candidates;
  }

  private Predicate is(ParsedOperand operand) {
    boolean negated = cursor.acceptWord("NOT");
    var types = TypeNames.read(cursor);
    Predicate is;
    if (types.isMissing()) {
      is = new ParsedOperand.Call("attribute_not_exists", List.of(operand));
    } else {
      // DynamoDB stores no values of this type, so nothing matches.
      is = new Predicate.In(operand, List.of());
      for (var type : types.stored()) {
        var name = slots.literal(Value.string(type.name()));
        var typed = new ParsedOperand.Call("attribute_type", List.of(operand, name));
        is = is instanceof Predicate.In ? typed : new Predicate.Or(is, typed);
      }
    }
    return negated ? new Predicate.Not(is) : is;
  }

  /** Parses a value, a path, a call, or anything in parentheses. */
  Term term() {
    var token = cursor.token();
    if (cursor.accept("(")) {
      cursor.enter();
      var inner = alternatives();
      cursor.leave();
      cursor.expect(")", "Expected RIGHT_PAREN");
      return inner;
    }
    if (token.type() == Token.Type.PARAMETER) {
      cursor.take();
      return slots.parameter();
    }
    if (literals.isNext()) return slots.literal(literals.value());
    if (token.type() == Token.Type.WORD
        && cursor.following().isSymbol("(")
        && !Keywords.isOperator(token.text())) {
      return call();
    }
    if (token.isName()) return paths.path();
    throw StatementErrors.malformed(noTerm(token));
  }

  private static String noTerm(Token token) {
    if (token.type() != Token.Type.WORD) return StatementErrors.NO_TERM;
    return Keywords.isOperator(token.text()) ? "Unexpected operator" : "Unexpected keyword";
  }

  private ParsedOperand.Call call() {
    var token = cursor.token();
    var function = token.text().toLowerCase(Locale.ROOT);
    if (!FUNCTIONS.contains(function)) throw unrecognized(token);
    var arguments = arguments();
    if (arguments.isEmpty() && function.equals("size")) {
      throw new ValidationException(
          "Incorrect number of operands for operator or function; operator or function: size,"
              + " number of operands: 0");
    }
    return new ParsedOperand.Call(function, arguments.stream().map(TermParser::operand).toList());
  }

  static ValidationException unrecognized(Token function) {
    return StatementErrors.at(
        "Unrecognized function: " + function.text().toLowerCase(Locale.ROOT), function.position());
  }

  private List<Term> arguments() {
    cursor.take();
    cursor.take();
    var arguments = new ArrayList<Term>(2);
    if (cursor.accept(")")) return arguments;
    cursor.enter();
    do {
      arguments.add(alternatives());
    } while (cursor.accept(","));
    cursor.leave();
    cursor.expect(")", "Expected RIGHT_PAREN");
    return arguments;
  }

  /** Converts a term to an operand. A condition becomes a boolean. */
  static ParsedOperand operand(Term term) {
    return switch (term) {
      case ParsedOperand.Call call when call.function().equals("size") -> call;
      case ParsedOperand.Call call -> new ParsedOperand.Truth(call);
      case ParsedOperand operand -> operand;
      case Predicate predicate -> new ParsedOperand.Truth(predicate);
    };
  }

  private static Predicate predicate(Term term) {
    return switch (term) {
      case ParsedOperand.Call call when call.function().equals("size") ->
          throw new ValidationException(
              "The function is not allowed to be used this way in an expression; function: size");
      case ParsedOperand.Truth(var predicate) -> predicate;
      case Predicate predicate -> predicate;
      case ParsedOperand ignored -> throw StatementErrors.malformed("Expected a condition");
    };
  }
}
