package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.time.Instant;
import java.util.Base64;
import java.util.Locale;

/** Reads scalar values. Errors have DynamoDB's messages. */
public final class JsonScalars {
  private static final int MILLIS = 1000;

  private JsonScalars() {}

  public static String string(JsonParser in) throws IOException {
    if (in.currentToken() != JsonToken.VALUE_STRING) throw wrongType(in, "String");
    return in.getText();
  }

  /** DynamoDB accepts some strings as booleans, too. */
  public static boolean bool(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_STRING ->
          switch (in.getText().toUpperCase(Locale.ROOT)) {
            case "TRUE", "1", "YES" -> true;
            case "FALSE", "0", "NO" -> false;
            default -> throw new SerializationException("Unexpected token received from parser");
          };
      default -> throw wrongType(in, "Boolean");
    };
  }

  public static int integer(JsonParser in) throws IOException {
    return Math.toIntExact(whole(in, "Integer", Integer.MIN_VALUE, Integer.MAX_VALUE));
  }

  public static long number(JsonParser in) throws IOException {
    return whole(in, "Long", Long.MIN_VALUE, Long.MAX_VALUE);
  }

  private static long whole(JsonParser in, String type, long min, long max) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NUMBER_INT -> Math.clamp(in.getLongValue(), min, max);
      case VALUE_NUMBER_FLOAT -> Math.clamp(floor(in.getDoubleValue()), min, max);
      default -> throw wrongType(in, type);
    };
  }

  /** Refuses what no long holds, as Jackson does for integers. */
  private static long floor(double number) {
    if (Math.abs(number) >= 0x1p63) throw new SerializationException("");
    return (long) Math.floor(number);
  }

  /** Reads seconds since 1970, with or without decimals. */
  public static Instant time(JsonParser in) throws IOException {
    return switch (in.currentToken()) {
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          Instant.ofEpochMilli(Math.round(in.getDoubleValue() * MILLIS));
      default -> throw wrongType(in, "Timestamp");
    };
  }

  public static byte[] binary(JsonParser in) throws IOException {
    switch (in.currentToken()) {
      case VALUE_STRING -> {}
      case START_ARRAY ->
          throw new SerializationException(
              "Unrecognized collection type class java.nio.ByteBuffer");
      case START_OBJECT -> throw structure();
      default ->
          throw new SerializationException("only base-64-encoded strings are convertible to bytes");
    }
    var text = in.getText();
    if (text.length() % 4 != 0) {
      throw new SerializationException(
          "Base64 encoded length is expected a multiple of 4 bytes but found: " + text.length());
    }
    try {
      var bytes = Base64.getDecoder().decode(text);
      if (!text.endsWith("=") || Base64.getEncoder().encodeToString(bytes).equals(text)) {
        return bytes;
      }
      // Bits after the last byte: several texts would mean the same bytes.
    } catch (IllegalArgumentException invalid) {
      // DynamoDB has one message for every invalid character.
    }
    throw new SerializationException("Invalid last non-pad Base64 character dectected");
  }

  public static SerializationException wrongType(JsonParser in, String type) {
    return switch (in.currentToken()) {
      case START_ARRAY ->
          new SerializationException("Unrecognized collection type class java.lang." + type);
      case START_OBJECT -> structure();
      case VALUE_TRUE -> unconverted("TRUE", type);
      case VALUE_FALSE -> unconverted("FALSE", type);
      case VALUE_STRING -> unconverted("STRING", type);
      case VALUE_NUMBER_INT -> unconverted("NUMBER", type);
      case VALUE_NUMBER_FLOAT -> unconverted("DECIMAL", type);
      default -> new SerializationException("Unexpected token received from parser");
    };
  }

  public static SerializationException structure() {
    return new SerializationException("Start of structure or map found where not expected");
  }

  private static SerializationException unconverted(String found, String type) {
    return new SerializationException(found + "_VALUE cannot be converted to " + type);
  }
}
