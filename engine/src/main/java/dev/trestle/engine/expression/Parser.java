package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the parsers of all kinds of expressions share: the position in the tokens, document paths,
 * placeholders, limits, and faults that are only told once the whole expression is known to be well
 * formed, since DynamoDB tells syntax errors first.
 */
abstract class Parser {
  /**
   * How deep parentheses and calls may stand in one another. Every level of a valid expression but
   * the innermost two has an operator of its own, so that no valid one comes near.
   */
  static final int NESTING_LEVELS = Limits.EXPRESSION_OPERATORS + 20;

  static final Set<String> UPDATE_FUNCTIONS = Set.of("if_not_exists", "list_append");
  static final Set<String> CONDITION_FUNCTIONS =
      Set.of(
          "attribute_exists",
          "attribute_not_exists",
          "attribute_type",
          "begins_with",
          "contains",
          "size");

  /** Faults that wait until the whole expression is read; the first of each sort counts. */
  enum Fault {
    PARENTHESES,
    FUNCTION_NAME,
    FUNCTION_USE,
    RESERVED_WORD,
    SECTION
  }

  final Tokens tokens;
  private final Kind kind;
  private final EnumMap<Fault, String> faults = new EnumMap<>(Fault.class);
  private final LinkedHashMap<String, Integer> names = new LinkedHashMap<>();
  private final LinkedHashMap<String, Integer> values = new LinkedHashMap<>();
  private int at;
  private int nesting;
  private int operators;
  private int lastOpened = -1;
  private int lastClosed = -1;

  Parser(Kind kind, String text) {
    this.kind = kind;
    if (text.isEmpty()) throw invalid("The expression can not be empty;");
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Limits.EXPRESSION_BYTES) {
      throw invalid(
          "Expression size has exceeded the maximum allowed size; expression size: " + bytes);
    }
    this.tokens = Tokens.of(text);
  }

  /** Whether a word is part of the grammar, so that it cannot be a name. */
  abstract boolean isKeyword(int token);

  /** Notes a fault if a function of DynamoDB's is none of this kind of expression. */
  abstract void checkFunction(String function);

  /** Notes a fault if something cannot be an argument of a function. */
  abstract void checkArgument(String function, Operand argument);

  /** What a path in parentheses leads to with what follows them. */
  abstract Operand.Path afterParentheses(Operand.Path path);

  final int at() {
    return at;
  }

  final void next() {
    at++;
  }

  final boolean isNext(String symbol) {
    return tokens.is(at, symbol);
  }

  final boolean isNextWord(String word) {
    return tokens.isWord(at, word);
  }

  final boolean accept(String symbol) {
    if (!isNext(symbol)) return false;
    next();
    return true;
  }

  final void expect(String symbol) {
    if (!accept(symbol)) throw syntaxError();
  }

  final void expectEnd() {
    if (tokens.type(at) != Tokens.Type.END) throw syntaxError();
  }

  final ValidationException syntaxError() {
    return invalid(tokens.syntaxError(at));
  }

  final ValidationException invalid(String why) {
    return kind.invalid(why);
  }

  final void fault(Fault fault, String text) {
    faults.putIfAbsent(fault, text);
  }

  /** Refuses the expression for the first of these faults that it has. */
  final void refuse(Fault... order) {
    for (var fault : order) {
      var text = faults.get(fault);
      if (text != null) throw invalid(text);
    }
  }

  final References references() {
    return new References(names, values);
  }

  /** Counts an operator; parentheses and calls are none. */
  final void operator() {
    if (++operators > Limits.EXPRESSION_OPERATORS) {
      throw invalid("The expression contains too many operators; operator count: " + operators);
    }
  }

  /** Steps over an opening parenthesis of a group; give the result to {@link #close}. */
  final int open() {
    if (++nesting > NESTING_LEVELS) {
      throw invalid("The expression has redundant parentheses;");
    }
    return at++;
  }

  /** Steps over the closing parenthesis, and notes if there was just another group inside. */
  final void close(int opened) {
    expect(")");
    nesting--;
    if (lastOpened == opened + 1 && lastClosed == at - 2) {
      fault(Fault.PARENTHESES, "The expression has redundant parentheses;");
    }
    lastOpened = opened;
    lastClosed = at - 1;
  }

  /** A call or a pair of parentheses that is not closed yet. */
  private record Unclosed(
      int opened, String function, List<Operand> arguments, @Nullable Unclosed outer) {
    boolean isCall() {
      return !function.isEmpty();
    }
  }

  /**
   * A placeholder of a value, a path or a call, in parentheses or not. What is not closed yet is
   * kept in a list and not on the stack, however deep it nests.
   */
  final Operand operand() {
    Unclosed innermost = null;
    while (true) {
      if (isNext("(")) {
        innermost = new Unclosed(open(), "", List.of(), innermost);
        continue;
      }
      if (isCall(at)) {
        innermost = new Unclosed(at, openCall(), new ArrayList<>(2), innermost);
        continue;
      }
      var operand = tokens.type(at) == Tokens.Type.VALUE_REFERENCE ? valueReference() : path();
      while (innermost != null) {
        if (innermost.isCall()) {
          checkArgument(innermost.function, operand);
          innermost.arguments.add(operand);
          if (accept(",")) break;
          expect(")");
          nesting--;
          operand = new Operand.Call(innermost.function, innermost.arguments);
        } else {
          close(innermost.opened);
          if (operand instanceof Operand.Path path) operand = afterParentheses(path);
        }
        innermost = innermost.outer;
      }
      if (innermost == null) return operand;
    }
  }

  private boolean isCall(int token) {
    return tokens.type(token) == Tokens.Type.NAME && tokens.is(token + 1, "(") && !isKeyword(token);
  }

  private String openCall() {
    var function = tokens.text(at);
    boolean known = UPDATE_FUNCTIONS.contains(function) || CONDITION_FUNCTIONS.contains(function);
    if (known) checkFunction(function);
    else fault(Fault.FUNCTION_NAME, "Invalid function name; function: " + function);
    if (++nesting > NESTING_LEVELS) {
      refuse(Fault.FUNCTION_NAME);
      throw invalid(misused(function));
    }
    at += 2;
    return function;
  }

  static String misused(String function) {
    return "The function is not allowed to be used this way in an expression; function: "
        + function;
  }

  final Operand.ValueReference valueReference() {
    if (tokens.type(at) != Tokens.Type.VALUE_REFERENCE) throw syntaxError();
    var placeholder = tokens.text(at++);
    int slot = values.computeIfAbsent(placeholder, key -> values.size());
    return new Operand.ValueReference(slot, placeholder);
  }

  final Operand.Path path() {
    var steps = new ArrayList<Step>(4);
    steps.add(name());
    return tail(steps);
  }

  /** Reads on from the first steps of a path. */
  final Operand.Path tail(List<Step> first) {
    var steps = new ArrayList<>(first);
    while (true) {
      if (accept(".")) {
        steps.add(name());
      } else if (accept("[")) {
        steps.add(index());
        expect("]");
      } else {
        return new Operand.Path(steps);
      }
    }
  }

  private Step name() {
    if (tokens.type(at) == Tokens.Type.NAME_REFERENCE) {
      var placeholder = tokens.text(at++);
      int slot = names.computeIfAbsent(placeholder, key -> names.size());
      return new Step.NameReference(slot, placeholder);
    }
    if (tokens.type(at) != Tokens.Type.NAME || isKeyword(at)) throw syntaxError();
    var name = tokens.text(at++);
    if (ReservedWords.contains(name)) {
      fault(Fault.RESERVED_WORD, "Attribute name is a reserved keyword; reserved keyword: " + name);
    }
    return new Part.Name(name);
  }

  private Part.Index index() {
    if (tokens.type(at) != Tokens.Type.INTEGER) throw syntaxError();
    var digits = tokens.text(at++);
    try {
      return new Part.Index(Integer.parseInt(digits));
    } catch (NumberFormatException tooLarge) {
      throw invalid("List index is not within the allowable range; index: [" + digits + "]");
    }
  }
}
