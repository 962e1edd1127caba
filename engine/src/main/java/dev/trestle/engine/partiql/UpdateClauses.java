package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.Operand;
import dev.trestle.engine.expression.UpdateAction;
import dev.trestle.engine.expression.UpdateAction.Assigned;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads the SET and REMOVE clauses of an UPDATE. */
final class UpdateClauses {
  private final Cursor cursor;
  private final Slots slots;
  private final TermParser terms;
  private final PathParser paths;

  UpdateClauses(Cursor cursor, Slots slots, TermParser terms, PathParser paths) {
    this.cursor = cursor;
    this.slots = slots;
    this.terms = terms;
    this.paths = paths;
  }

  List<UpdateAction> read() {
    var actions = new ArrayList<UpdateAction>();
    while (true) {
      if (cursor.acceptWord("SET")) {
        do {
          actions.add(assignment());
        } while (cursor.accept(","));
      } else if (cursor.acceptWord("REMOVE")) {
        actions.add(new UpdateAction.Remove(paths.target()));
      } else if (actions.isEmpty()) {
        throw Faults.malformed(Faults.NO_MANIPULATION);
      } else {
        return actions;
      }
    }
  }

  private UpdateAction assignment() {
    var path = paths.target();
    cursor.expect("=", "Expected EQ in SET");
    if (isCall("set_add") || isCall("set_delete")) return setMembers(path);
    var left = operand();
    if (cursor.accept("+")) {
      return new UpdateAction.Set(path, new Assigned.Plus(left, operand()));
    }
    if (cursor.accept("-")) {
      return new UpdateAction.Set(path, new Assigned.Minus(left, operand()));
    }
    return new UpdateAction.Set(path, new Assigned.Plain(left));
  }

  private boolean isCall(String function) {
    return cursor.isWord(function) && cursor.following().isSymbol("(");
  }

  /** What an update expression has the sections ADD and DELETE for. */
  private UpdateAction setMembers(Operand.Path path) {
    var token = cursor.token();
    var function = token.text().toUpperCase(Locale.ROOT);
    cursor.take();
    cursor.take();
    var first = cursor.token().position();
    var arguments = arguments();
    if (arguments.size() != 2) {
      throw Faults.at(function + " must have exactly two arguments", token.position());
    }
    if (!arguments.getFirst().equals(path)) {
      throw Faults.at(
          "The first argument to " + function + " must equal the assignment value",
          token.position());
    }
    if (!(arguments.getLast() instanceof Operand.ValueReference members)) {
      throw Slots.noSet(function, first);
    }
    if (slots.constant(members).map(value -> !value.type().isSet()).orElse(false)) {
      throw Slots.noSet(function, first);
    }
    slots.mustBeSet(members, function, first);
    return function.equals("SET_ADD")
        ? new UpdateAction.Add(path, members)
        : new UpdateAction.Delete(path, members);
  }

  /** The arguments of a call whose parenthesis was opened. */
  private List<Operand> arguments() {
    var arguments = new ArrayList<Operand>(2);
    if (cursor.accept(")")) return arguments;
    cursor.enter();
    do {
      arguments.add(operand());
    } while (cursor.accept(","));
    cursor.leave();
    cursor.expect(")", "Expected RIGHT_PAREN");
    return arguments;
  }

  private Operand operand() {
    if (cursor.isEnd() || cursor.isSymbol(";")) throw Faults.malformed(Faults.NO_TERM);
    if (isCall("list_append")) {
      cursor.take();
      cursor.take();
      return new Operand.Call("list_append", arguments());
    }
    var token = cursor.token();
    var term = TermParser.operand(terms.term());
    return switch (term) {
      case Operand.Path path -> path;
      case Operand.ValueReference reference -> reference;
      case Operand.Call _ -> throw TermParser.unrecognized(token);
      case Operand.Truth(Operand.Call _) -> throw TermParser.unrecognized(token);
      case Operand.Truth _ -> throw Faults.malformed("Expected a value");
    };
  }
}
