package dev.trestle.engine.operation;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A digest of what a transaction does: the same for the same request, and for no other. */
final class RequestDigest {
  private final MessageDigest digest;
  private final byte[] length = new byte[Integer.BYTES];

  private RequestDigest() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  static byte[] of(List<TransactWriteItems.Action> actions) {
    var digest = new RequestDigest();
    for (var action : actions) {
      digest.add(action.kind().text());
      digest.add(action.tableName());
      digest.add(action.itemOrKey());
      digest.add(action.expressions().condition());
      digest.add(action.expressions().update());
      digest.add(action.expressions().names());
      digest.add(action.expressions().values());
      digest.add(action.returnValuesOnConditionCheckFailure());
    }
    return digest.digest.digest();
  }

  /** The digest of statements, which is none of any actions. */
  static byte[] ofStatements(List<ExecuteTransaction.ParameterizedStatement> statements) {
    var digest = new RequestDigest();
    digest.add("PartiQL");
    for (var statement : statements) {
      digest.add(statement.statement(), statement.parameters());
      digest.add(statement.returnValuesOnConditionCheckFailure());
    }
    return digest.digest.digest();
  }

  static byte[] ofStatement(String statement, @Nullable List<Value> parameters) {
    var digest = new RequestDigest();
    digest.add(statement, parameters);
    return digest.digest.digest();
  }

  private void add(@Nullable String statement, @Nullable List<Value> parameters) {
    add(statement);
    var given = parameters == null ? List.<Value>of() : parameters;
    add(String.valueOf(given.size()));
    for (var parameter : given) add(Item.of("v", parameter));
  }

  private void add(@Nullable String text) {
    add(text == null ? null : text.getBytes(StandardCharsets.UTF_8));
  }

  private void add(@Nullable Item item) {
    add(item == null ? null : item.bytes());
  }

  private void add(@Nullable Map<String, String> names) {
    if (names == null) {
      add((byte[]) null);
      return;
    }
    new TreeMap<>(names)
        .forEach((name, value) -> {
          add(name);
          add(value);
        });
  }

  /** Each part after its length, so that no two requests run together to the same bytes. */
  private void add(byte @Nullable [] bytes) {
    int number = bytes == null ? -1 : bytes.length;
    for (int i = 0; i < length.length; i++) length[i] = (byte) (number >>> (24 - 8 * i));
    digest.update(length);
    if (bytes != null) digest.update(bytes);
  }
}
