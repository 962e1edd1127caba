package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The common base of the expression parsers: the position in the tokens, document paths,
 * placeholders and limits. Errors other than syntax errors are deferred until the whole expression
 * was parsed, because DynamoDB reports syntax errors first.
 */
abstract class Parser {
  /**
   * The maximum nesting of parentheses and calls. In a valid expression every level except the
   * innermost two has an operator of its own, so no valid expression comes near this.
   */
  static final int NESTING_LEVELS = Limits.EXPRESSION_OPERATORS + 20;

  private static final BigInteger INDEX_MAX = BigInteger.valueOf(4_294_967_294L);

  static final Set<String> UPDATE_FUNCTIONS = Set.of("if_not_exists", "list_append");
  static final Set<String> CONDITION_FUNCTIONS =
      Set.of(
          "attribute_exists",
          "attribute_not_exists",
          "attribute_type",
          "begins_with",
          "contains",
          "size");

  /**
   * Errors that are deferred until the whole expression was parsed. The first one of each kind
   * counts.
   */
  enum DeferredError {
    PARENTHESES,
    FUNCTION_NAME,
    FUNCTION_USE,
    RESERVED_WORD,
    PATH_LENGTH,
    SECTION
  }

  final Tokens tokens;
  private final ExpressionKind kind;
  private final EnumMap<DeferredError, String> deferred = new EnumMap<>(DeferredError.class);
  private final LinkedHashMap<String, Integer> names = new LinkedHashMap<>();
  private final LinkedHashMap<String, Integer> values = new LinkedHashMap<>();
  private int at;
  private int nesting;
  private int operators;
  private int lastOpened = -1;
  private int lastClosed = -1;

  Parser(ExpressionKind kind, String text) {
    this.kind = kind;
    if (text.isEmpty()) throw invalid("The expression can not be empty;");
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes > Limits.EXPRESSION_BYTES) {
      throw invalid(
          "Expression size has exceeded the maximum allowed size; expression size: " + bytes);
    }
    this.tokens = Tokens.of(text);
  }

  /** Returns whether a word is a keyword of the grammar and so cannot be a name. */
  abstract boolean isKeyword(int token);

  /** Defers an error if a known function is not allowed in this kind of expression. */
  abstract void checkFunction(String function);

  /** Defers an error if an operand is not allowed as an argument of a function. */
  abstract void checkArgument(String function, ParsedOperand argument);

  /** Continues a path after closing parentheses, if the grammar allows it. */
  abstract ParsedOperand.Path afterParentheses(ParsedOperand.Path path);

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

  final void deferError(DeferredError deferError, String text) {
    deferred.putIfAbsent(deferError, text);
  }

  /** Throws the first of these deferred errors, if there is one. */
  final void throwFirst(DeferredError... order) {
    for (var deferError : order) {
      var text = deferred.get(deferError);
      if (text != null) throw invalid(text);
    }
  }

  final References references() {
    return new References(names, values);
  }

  /** Counts an operator. Parentheses and calls do not count. */
  final void operator() {
    if (++operators > Limits.EXPRESSION_OPERATORS) {
      throw invalid("The expression contains too many operators; operator count: " + operators);
    }
  }

  /** Steps over an opening parenthesis. Pass the result to {@link #close}. */
  final int open() {
    if (++nesting > NESTING_LEVELS) {
      throw invalid("The expression has redundant parentheses;");
    }
    return at++;
  }

  /** Steps over the closing parenthesis. Defers an error if it directly encloses another pair. */
  final void close(int opened) {
    expect(")");
    nesting--;
    if (lastOpened == opened + 1 && lastClosed == at - 2) {
      deferError(DeferredError.PARENTHESES, "The expression has redundant parentheses;");
    }
    lastOpened = opened;
    lastClosed = at - 1;
  }

  /** A call or a pair of parentheses that is still open. */
  private record Unclosed(
      int opened, String function, List<ParsedOperand> arguments, @Nullable Unclosed outer) {
    boolean isCall() {
      return !function.isEmpty();
    }
  }

  /**
   * Parses a value placeholder, a path or a call, with or without parentheses. Open calls and
   * parentheses are kept in a linked list and not on the call stack, so that no depth overflows it.
   */
  final ParsedOperand operand() {
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
          operand = new ParsedOperand.Call(innermost.function, innermost.arguments);
        } else {
          close(innermost.opened);
          if (operand instanceof ParsedOperand.Path path) operand = afterParentheses(path);
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
    else deferError(DeferredError.FUNCTION_NAME, "Invalid function name; function: " + function);
    if (++nesting > NESTING_LEVELS) {
      throwFirst(DeferredError.FUNCTION_NAME);
      throw invalid(misused(function));
    }
    at += 2;
    return function;
  }

  static String misused(String function) {
    return "The function is not allowed to be used this way in an expression; function: "
        + function;
  }

  final ParsedOperand.ValueReference valueReference() {
    if (tokens.type(at) != Tokens.Type.VALUE_REFERENCE) throw syntaxError();
    var placeholder = tokens.text(at++);
    int slot = values.computeIfAbsent(placeholder, key -> values.size());
    return new ParsedOperand.ValueReference(slot, placeholder);
  }

  final ParsedOperand.Path path() {
    var steps = new ArrayList<PathStep>(4);
    steps.add(name());
    return tail(steps);
  }

  /** Parses the rest of a path after its first steps. */
  final ParsedOperand.Path tail(List<PathStep> first) {
    var steps = new ArrayList<>(first);
    while (true) {
      if (accept(".")) {
        steps.add(name());
      } else if (accept("[")) {
        steps.add(index());
        expect("]");
      } else {
        checkLength(steps);
        return new ParsedOperand.Path(steps);
      }
    }
  }

  private void checkLength(List<PathStep> steps) {
    if (steps.size() <= Limits.NESTING_LEVELS) return;
    deferError(
        DeferredError.PATH_LENGTH,
        "The document path has too many nesting levels; nesting levels: " + steps.size());
  }

  private PathStep name() {
    if (tokens.type(at) == Tokens.Type.NAME_REFERENCE) {
      var placeholder = tokens.text(at++);
      int slot = names.computeIfAbsent(placeholder, key -> names.size());
      return new PathStep.NameReference(slot, placeholder);
    }
    if (tokens.type(at) != Tokens.Type.NAME || isKeyword(at)) throw syntaxError();
    var name = tokens.text(at++);
    if (ReservedWords.contains(name)) {
      deferError(
          DeferredError.RESERVED_WORD,
          "Attribute name is a reserved keyword; reserved keyword: " + name);
    }
    return new PathElement.Name(name);
  }

  private PathElement.Index index() {
    if (tokens.type(at) != Tokens.Type.INTEGER) throw syntaxError();
    var digits = tokens.text(at++);
    var index = new BigInteger(digits);
    if (index.compareTo(INDEX_MAX) > 0) {
      throw invalid("List index is not within the allowable range; index: [" + digits + "]");
    }
    // No list has so many elements that it makes a difference.
    return new PathElement.Index(index.min(BigInteger.valueOf(Integer.MAX_VALUE)).intValue());
  }
}
