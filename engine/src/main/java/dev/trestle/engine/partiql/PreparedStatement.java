package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.ParseCache;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A parsed statement that waits for its parameters. Parameters are never parsed as text. */
public final class PreparedStatement {
  private static final long CACHE_BYTES = 4 * 1024 * 1024;

  private static final ParseCache<PreparedStatement> CACHE = new ParseCache<>(CACHE_BYTES);

  private final Statement statement;
  private final List<Optional<Value>> constants;
  private final List<Slots.SetOperand> setOperands;
  private final int parameters;

  PreparedStatement(
      Statement statement,
      List<Optional<Value>> constants,
      List<Slots.SetOperand> setOperands,
      int parameters) {
    this.statement = statement;
    this.constants = constants;
    this.setOperands = setOperands;
    this.parameters = parameters;
  }

  /**
   * Parses a statement, or returns it from the cache.
   *
   * @throws ValidationException with DynamoDB's text if it is invalid
   */
  public static PreparedStatement of(String text) {
    return CACHE.get(text, () -> new StatementParser(text).parse());
  }

  public Statement statement() {
    return statement;
  }

  /** Returns the values of all slots. The number of parameters must match the question marks. */
  public List<Value> values(List<Value> given) {
    if (given.size() != parameters) {
      throw new ValidationException("Number of parameters in request and statement don't match.");
    }
    var next = given.iterator();
    var values = new ArrayList<Value>(constants.size());
    for (var constant : constants) values.add(constant.isPresent() ? constant.get() : next.next());
    for (var operand : setOperands) operand.check(values);
    return values;
  }
}
