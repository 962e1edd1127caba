package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Column;
import dev.trestle.engine.expression.ParsedOperand;
import dev.trestle.engine.expression.PathElement;
import dev.trestle.engine.expression.Predicate;
import dev.trestle.engine.partiql.Statement.NewItem;
import dev.trestle.engine.partiql.Statement.Order;
import dev.trestle.engine.partiql.Statement.Returning;
import dev.trestle.engine.partiql.Statement.Target;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** Parses statements clause by clause. */
final class StatementParser {
  private final TokenCursor cursor;
  private final Slots slots = new Slots();
  private final LiteralParser literals;
  private final PathParser paths;
  private final TermParser terms;
  private final UpdateClauses updates;

  StatementParser(String text) {
    this.cursor = new TokenCursor(Lexer.tokens(text));
    this.literals = new LiteralParser(cursor);
    this.paths = new PathParser(cursor);
    this.terms = new TermParser(cursor, slots, literals, paths);
    this.updates = new UpdateClauses(cursor, slots, terms, paths);
  }

  PreparedStatement parse() {
    var statement = statement();
    end();
    return slots.finish(statement);
  }

  private void end() {
    cursor.accept(";");
    if (!cursor.isEnd()) throw StatementErrors.malformed(StatementErrors.LEFT_OVER);
  }

  private Statement statement() {
    if (cursor.acceptWord("SELECT")) return select();
    if (cursor.acceptWord("INSERT")) return insert();
    if (cursor.acceptWord("UPDATE")) return update();
    if (cursor.acceptWord("DELETE")) return delete();
    if (cursor.acceptWord("FROM")) return updateFrom();
    if (cursor.acceptWord("EXISTS")) return exists();
    throw StatementErrors.malformed(StatementErrors.NO_MANIPULATION);
  }

  private Statement.Select select() {
    var columns = cursor.accept("*") ? List.<Column>of() : columns();
    cursor.expectWord("FROM", "Expected FROM after the columns");
    if (!cursor.token().isName()) {
      boolean keyword = cursor.token().type() == Token.Type.WORD;
      throw StatementErrors.malformed(keyword ? "Unexpected keyword" : StatementErrors.NO_TERM);
    }
    var target = target();
    noAlias();
    var where = where();
    var orders = cursor.acceptWord("ORDER") ? orders() : List.<Order>of();
    if (cursor.isWord("LIMIT")) {
      throw StatementErrors.at("Unsupported clause: LIMIT", cursor.token().position());
    }
    return new Statement.Select(target, columns, where, orders);
  }

  private List<Column> columns() {
    var columns = new ArrayList<Column>();
    do {
      var token = cursor.token();
      if (token.isSymbol("*")) {
        throw new ValidationException(
            "Other attributes should not be present in the projection when '*' is used.");
      }
      if (cursor.isEnd()) throw StatementErrors.malformed(StatementErrors.NO_TERM);
      if (cursor.following().isSymbol("(") || isValue(token)) {
        throw StatementErrors.at("Unexpected path component", token.position());
      }
      if (!token.isName()) throw StatementErrors.malformed("Unexpected keyword");
      var path = paths.path();
      columns.add(new Column(path, name(path)));
      if (cursor.isWord("AS") || cursor.token().isName()) throw aliased();
    } while (cursor.accept(","));
    return columns;
  }

  private static boolean isValue(Token token) {
    return switch (token.type()) {
      case STRING, NUMBER, PARAMETER, SYMBOL -> true;
      case WORD, QUOTED_NAME, END -> false;
    };
  }

  /** Returns the last name of the path, with the indexes after it. */
  private static String name(ParsedOperand.Path path) {
    var name = new StringBuilder();
    for (var step : path.steps()) {
      if (step instanceof PathElement.Name) name.setLength(0);
      name.append(step);
    }
    return name.toString();
  }

  private List<Order> orders() {
    cursor.expectWord("BY", "Expected BY after ORDER");
    var orders = new ArrayList<Order>();
    do {
      if (!cursor.token().isName()) throw StatementErrors.malformed(StatementErrors.NO_TERM);
      var path = paths.path();
      boolean descending = cursor.acceptWord("DESC");
      if (!descending) cursor.acceptWord("ASC");
      orders.add(new Order(path.attribute().orElseGet(() -> name(path)), descending));
    } while (cursor.accept(","));
    return orders;
  }

  /** Parses the name of a table, or of a table and one of its indexes. */
  private Target target() {
    if (!cursor.token().isName()) throw StatementErrors.malformed(StatementErrors.NO_PATH);
    var names = new ArrayList<String>(2);
    do {
      if (!cursor.token().isName()) throw StatementErrors.malformed("Invalid path dot component");
      names.add(cursor.take().text());
    } while (cursor.accept("."));
    if (names.size() > 2) {
      throw new ValidationException("A path may contain at most 2 components in the FROM clause");
    }
    if (names.contains("")) throw PathParser.empty();
    return new Target(
        names.getFirst(), names.size() == 2 ? Optional.of(names.getLast()) : Optional.empty());
  }

  /** Parses the table of an UPDATE or DELETE. */
  private Target tableToWrite() {
    var target = target();
    if (target.index().isPresent()) {
      throw new ValidationException("This operation is not supported on an index");
    }
    return target;
  }

  private void noAlias() {
    if (cursor.isWord("AS") || cursor.token().isName()) throw aliased();
  }

  private static ValidationException aliased() {
    return new ValidationException("Aliasing is not supported");
  }

  private Optional<Predicate> where() {
    return cursor.acceptWord("WHERE") ? Optional.of(terms.condition()) : Optional.empty();
  }

  private Statement.Insert insert() {
    cursor.expectWord("INTO", "Expected INTO after INSERT");
    var position = cursor.token().position();
    var target = target();
    if (target.index().isPresent()) {
      throw StatementErrors.at(
          "FROM clause may only contain a single table name in data manipulation statements",
          position);
    }
    if (!cursor.acceptWord("VALUE")) {
      // The grammar allows an expression here, which would be several items.
      var unused = terms.term();
      end();
      throw new ValidationException("INSERT takes one item: INSERT INTO \"table\" VALUE {...}");
    }
    return new Statement.Insert(target, newItem());
  }

  private NewItem newItem() {
    if (cursor.token().type() == Token.Type.PARAMETER) {
      cursor.take();
      return new NewItem.Whole(slots.parameter().slot());
    }
    if (!cursor.accept("{")) {
      var token = cursor.token();
      var value = literals.value();
      throw StatementErrors.at(
          "Unsupported data type: " + value.type() + " under key root", token.position());
    }
    var fields = new LinkedHashMap<String, Integer>();
    if (!cursor.accept("}")) {
      do {
        var name = literals.name();
        if (fields.put(name, field()) != null) throw LiteralParser.twice(name);
      } while (cursor.accept(","));
      cursor.expect("}", "Expected RIGHT_CURLY");
    }
    return new NewItem.Written(fields);
  }

  private int field() {
    if (cursor.token().type() != Token.Type.PARAMETER) {
      return slots.literal(literals.value()).slot();
    }
    cursor.take();
    return slots.parameter().slot();
  }

  private Statement.Update update() {
    var target = tableToWrite();
    noAlias();
    var actions = updates.read();
    return new Statement.Update(target, actions, where(), returning());
  }

  /** Parses {@code FROM … WHERE … SET …}, an UPDATE in PartiQL's own order. */
  private Statement.Update updateFrom() {
    var target = tableToWrite();
    noAlias();
    var where = where();
    var actions = updates.read();
    return new Statement.Update(target, actions, where, returning());
  }

  private Statement.Delete delete() {
    cursor.expectWord("FROM", "Expected FROM after DELETE");
    var target = tableToWrite();
    noAlias();
    var where = where();
    var returning = returning();
    returning
        .filter(kind -> kind != Returning.ALL_OLD)
        .ifPresent(kind -> {
          throw new ValidationException(
              "Invalid returning clause: RETURNING "
                  + kind.text()
                  + ". Only RETURNING ALL OLD * is allowed in DELETE statements.");
        });
    return new Statement.Delete(target, where, returning);
  }

  private Optional<Returning> returning() {
    if (!cursor.acceptWord("RETURNING")) return Optional.empty();
    boolean all = cursor.acceptWord("ALL");
    if (!all) cursor.expectWord("MODIFIED", "Expected ALL or MODIFIED after RETURNING");
    boolean old = cursor.acceptWord("OLD");
    if (!old) cursor.expectWord("NEW", "Expected OLD or NEW in RETURNING");
    cursor.expect("*", "Expected STAR in RETURNING");
    if (all) return Optional.of(old ? Returning.ALL_OLD : Returning.ALL_NEW);
    return Optional.of(old ? Returning.MODIFIED_OLD : Returning.MODIFIED_NEW);
  }

  private Statement.Exists exists() {
    cursor.expect("(", "Expected LEFT_PAREN");
    cursor.expectWord("SELECT", "Expected SELECT in EXISTS");
    var select = select();
    cursor.expect(")", "Expected RIGHT_PAREN");
    return new Statement.Exists(select);
  }
}
