package dev.trestle.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeMap;
import javax.crypto.Mac;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Feeds values to a MAC, so that different values produce different bytes. */
final class MacInput {
  private MacInput() {}

  static void add(Mac mac, AttributeValue value) {
    add(mac, value.type().name());
    switch (value.type()) {
      case S -> add(mac, value.s());
      case N -> add(mac, value.n());
      case B -> add(mac, value.b());
      case BOOL -> mac.update((byte) (value.bool() ? 1 : 0));
      case NUL -> {}
      case SS -> texts(mac, value.ss());
      case NS -> texts(mac, value.ns());
      case BS -> {
        count(mac, value.bs().size());
        value.bs().forEach(bytes -> add(mac, bytes));
      }
      case L -> {
        count(mac, value.l().size());
        value.l().forEach(element -> add(mac, element));
      }
      case M -> {
        count(mac, value.m().size());
        new TreeMap<>(value.m())
            .forEach((name, field) -> {
              add(mac, name);
              add(mac, field);
            });
      }
      case UNKNOWN_TO_SDK_VERSION -> throw new IllegalStateException("a value of no known type");
    }
  }

  /** Sets have no order. Sorting them makes equal sets equal bytes. */
  private static void texts(Mac mac, List<String> members) {
    count(mac, members.size());
    members.stream().sorted().forEach(member -> add(mac, member));
  }

  static void add(Mac mac, String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    count(mac, bytes.length);
    mac.update(bytes);
  }

  private static void add(Mac mac, SdkBytes bytes) {
    count(mac, bytes.asByteArrayUnsafe().length);
    mac.update(bytes.asByteArrayUnsafe());
  }

  private static void count(Mac mac, int count) {
    mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(count).flip());
  }
}
