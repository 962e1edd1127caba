package dev.trestle.dynamodb.wire;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.Base64;
import java.util.Locale;

/** Reads values that hold no others, refusing wrong types in DynamoDB's words. */
final class Scalars {
  private Scalars() {}

  static String string(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.VALUE_STRING) throw wrongType(in, "String");
    return in.getText();
  }

  /** DynamoDB takes some words for a truth value as well. */
  static boolean bool(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING ->
          switch (in.getText().toUpperCase(Locale.ROOT)) {
            case "TRUE", "1", "YES" -> true;
            case "FALSE", "0", "NO" -> false;
            default -> throw new MalformedRequest("Unexpected token received from parser");
          };
      default -> throw wrongType(in, "Boolean");
    };
  }

  static int integer(JsonParser in) throws IOException {
    return Math.toIntExact(whole(in, "Integer", Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  static long number(JsonParser in) throws IOException {
    return whole(in, "Long", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static long whole(JsonParser in, String type, long min, long max) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NUMBER_INT -> Math.clamp(in.getLongValue(), min, max);
      case VALUE_NUMBER_FLOAT -> Math.clamp((long) Math.floor(in.getDoubleValue()), min, max);
      default -> throw wrongType(in, type);
    };
  }

  static byte[] binary(JsonParser in) throws IOException {
    switch (in.currentToken()) {
      case VALUE_STRING -> {}
      case START_ARRAY ->
          throw new MalformedRequest("Unrecognized collection type class java.nio.ByteBuffer");
      case START_OBJECT -> throw structure();
      default ->
          throw new MalformedRequest("only base-64-encoded strings are convertible to bytes");
    }
    var text = in.getText();
    if (text.length() % 4 != 0) {
      throw new MalformedRequest(
          "Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
    }
    try {
      var bytes = Base64.getDecoder().decode(text);
      if (!text.endsWith("=") || Base64.getEncoder().encodeToString(bytes).equals(text)) {
        return bytes;
      }
      // Bits beyond the last byte: several texts would stand for the same bytes.
    } catch (IllegalArgumentException _) {
      // DynamoDB has the same words for any character that does not belong.
    }
    throw new MalformedRequest("Invalid last non-pad Base64 character dectected");
  }

  static MalformedRequest wrongType(JsonParser in, String type) {
    return switch (in.currentToken()) {
      case START_ARRAY ->
          new MalformedRequest("Unrecognized collection type class java.lang." + type);
      case START_OBJECT -> structure();
      case VALUE_TRUE -> unconverted("TRUE", type);
      case VALUE_FALSE -> unconverted("FALSE", type);
      case VALUE_STRING -> unconverted("STRING", type);
      case VALUE_NUMBER_INT -> unconverted("NUMBER", type);
      case VALUE_NUMBER_FLOAT -> unconverted("DECIMAL", type);
      default -> new MalformedRequest("Unexpected token received from parser");
    };
  }

  static MalformedRequest structure() {
    return new MalformedRequest("Start of structure or map found where not expected");
  }

  private static MalformedRequest unconverted(String found, String type) {
    return new MalformedRequest(found + "_VALUE cannot be converted to " + type);
  }
}
