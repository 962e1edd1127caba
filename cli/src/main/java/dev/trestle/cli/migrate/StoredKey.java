package dev.trestle.cli.migrate;

import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A key attribute as text, so that a position in a table can be stored. */
public record StoredKey(String attribute, Type type, String text) {
  /** The types that key attributes have. */
  public enum Type {
    S,
    N,
    B
  }

  static List<StoredKey> of(Map<String, AttributeValue> key) {
    return key.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static StoredKey of(String attribute, AttributeValue value) {
    if (value.s() != null) return new StoredKey(attribute, Type.S, value.s());
    if (value.n() != null) return new StoredKey(attribute, Type.N, value.n());
    var bytes = Base64.getEncoder().encodeToString(value.b().asByteArray());
    return new StoredKey(attribute, Type.B, bytes);
  }

  static Map<String, AttributeValue> values(List<StoredKey> keys) {
    var values = new HashMap<String, AttributeValue>();
    for (var key : keys) values.put(key.attribute, key.value());
    return values;
  }

  private AttributeValue value() {
    return switch (type) {
      case S -> AttributeValue.fromS(text);
      case N -> AttributeValue.fromN(text);
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(text)));
    };
  }
}
