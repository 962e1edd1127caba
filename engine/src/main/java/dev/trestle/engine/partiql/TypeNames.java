package dev.trestle.engine.partiql;

import dev.trestle.item.Type;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The type names that may follow IS, and the DynamoDB types that they stand for. */
record TypeNames(boolean isMissing, List<Type> stored) {
  private static final Map<String, List<Type>> STORED =
      Map.ofEntries(
          Map.entry("null", List.of(Type.NULL)),
          Map.entry("bool", List.of(Type.BOOL)),
          Map.entry("boolean", List.of(Type.BOOL)),
          Map.entry("string", List.of(Type.S)),
          Map.entry("char", List.of(Type.S)),
          Map.entry("character", List.of(Type.S)),
          Map.entry("varchar", List.of(Type.S)),
          Map.entry("smallint", List.of(Type.N)),
          Map.entry("int", List.of(Type.N)),
          Map.entry("int2", List.of(Type.N)),
          Map.entry("int4", List.of(Type.N)),
          Map.entry("int8", List.of(Type.N)),
          Map.entry("integer", List.of(Type.N)),
          Map.entry("float", List.of(Type.N)),
          Map.entry("real", List.of(Type.N)),
          Map.entry("double", List.of(Type.N)),
          Map.entry("decimal", List.of(Type.N)),
          Map.entry("numeric", List.of(Type.N)),
          Map.entry("blob", List.of(Type.B)),
          Map.entry("list", List.of(Type.L)),
          Map.entry("struct", List.of(Type.M)),
          Map.entry("tuple", List.of(Type.M)),
          Map.entry("bag", List.of(Type.SS, Type.NS, Type.BS)),
          Map.entry("clob", List.of()),
          Map.entry("symbol", List.of()),
          Map.entry("sexp", List.of()),
          Map.entry("date", List.of()),
          Map.entry("time", List.of()),
          Map.entry("timestamp", List.of()));

  static TypeNames read(TokenCursor cursor) {
    var token = cursor.take();
    if (token.isWord("MISSING")) return new TypeNames(true, List.of());
    var name = token.text().toLowerCase(Locale.ROOT);
    var stored = STORED.get(name);
    if (token.type() != Token.Type.WORD || stored == null) {
      throw StatementErrors.malformed("Expected type name");
    }
    if (name.equals("double")) cursor.expectWord("PRECISION", "Expected type name");
    if (name.equals("character")) cursor.acceptWord("VARYING");
    return new TypeNames(false, stored);
  }
}
