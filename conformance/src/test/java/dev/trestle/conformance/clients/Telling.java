package dev.trestle.conformance.clients;

import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** Records what a client of the AWS SDK for Java saw, one line per step. */
final class Telling {
  private final List<String> lines = new ArrayList<>();

  List<String> lines() {
    return lines;
  }

  /**
   * Records a step and its result: a part of a response, a text, a number, or lists and maps of
   * them.
   */
  void tell(String step, Object seen) {
    var json = new StringBuilder(step).append(' ');
    write(json, seen);
    lines.add(json.toString());
  }

  /** Records how a call was rejected, and whether the client has an exception type for it. */
  void refused(String step, ThrowingCallable call) {
    try {
      call.call();
      tell(step, "not refused");
    } catch (DynamoDbException refusal) {
      var told = new LinkedHashMap<String, Object>();
      told.put("code", refusal.awsErrorDetails().errorCode());
      told.put("message", refusal.awsErrorDetails().errorMessage());
      told.put("status", refusal.statusCode());
      told.put("typed", !refusal.getClass().equals(DynamoDbException.class));
      if (refusal instanceof TransactionCanceledException cancelled) {
        told.put("reasons", cancelled.cancellationReasons());
      }
      tell(step, told);
    } catch (Throwable e) {
      throw new AssertionError(step, e);
    }
  }

  private static void write(StringBuilder json, Object value) {
    switch (value) {
      case Map<?, ?> map -> writeMap(json, map);
      case SdkPojo answer -> writeMap(json, members(answer));
      case Iterable<?> elements -> {
        var comma = "[";
        for (var element : elements) {
          write(json.append(comma), element);
          comma = ",";
        }
        json.append(comma.equals("[") ? "[]" : "]");
      }
      case SdkBytes bytes -> quote(json, Base64.getEncoder().encodeToString(bytes.asByteArray()));
      case Double number when number % 1 == 0 -> json.append(number.longValue());
      case Number number -> json.append(number);
      case Boolean bool -> json.append(bool);
      default -> quote(json, value.toString());
    }
  }

  private static void writeMap(StringBuilder json, Map<?, ?> map) {
    var sorted = new TreeMap<String, Object>();
    map.forEach((name, value) -> sorted.put(name.toString(), value));
    json.append('{');
    sorted.forEach((name, value) -> {
      if (json.charAt(json.length() - 1) != '{') json.append(',');
      quote(json, name);
      write(json.append(':'), value);
    });
    json.append('}');
  }

  /** Returns the members of a response by their names. */
  private static Map<String, Object> members(SdkPojo answer) {
    var members = new LinkedHashMap<String, Object>();
    for (var field : answer.sdkFields()) {
      var value = field.getValueOrDefault(answer);
      if (isThere(value)) members.put(field.locationName(), value);
    }
    return members;
  }

  private static boolean isThere(@Nullable Object value) {
    return value != null
        && !(value instanceof SdkAutoConstructList)
        && !(value instanceof SdkAutoConstructMap);
  }

  private static void quote(StringBuilder json, String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') json.append('\\').append(c);
      else if (c < ' ') json.append(String.format("\\u%04x", (int) c));
      else json.append(c);
    }
    json.append('"');
  }
}
