package dev.trestle.store;

import dev.trestle.store.InvalidCursorException.Reason;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Signs and reads the cursors of one query. A cursor is, in base64url: format, key version, mark of
 * query and parameters (16 bytes), the last item's key values each behind its length, and over all
 * of it a HMAC-SHA256. The mark is keyed, too, so that parameters cannot be guessed from it.
 */
final class Cursors {
  private static final byte FORMAT = 1;
  private static final int HEAD_BYTES = 2;
  private static final int MARK_BYTES = 16;
  private static final int MAC_BYTES = 32;
  private static final int TEXT_LENGTH_MAX = 12_000;

  private final byte[] query;
  private final List<KeyName> attributes;
  private final StoreOptions options;

  /** A key attribute of table or index, with its type. */
  record KeyName(String name, dev.trestle.item.Type type) {}

  Cursors(String table, String pattern, List<KeyName> attributes, StoreOptions options) {
    this.query = (table + '\0' + pattern).getBytes(StandardCharsets.UTF_8);
    this.attributes = List.copyOf(attributes);
    this.options = options;
  }

  Cursor write(Map<String, AttributeValue> key, Map<String, AttributeValue> parameters) {
    return new Cursor(() -> text(key, parameters));
  }

  private String text(Map<String, AttributeValue> key, Map<String, AttributeValue> parameters) {
    var signing = options.signing();
    var out = new ByteArrayOutputStream();
    out.write(FORMAT);
    out.write(signing.version());
    out.writeBytes(mark(signing, parameters));
    for (var attribute : attributes) {
      var value = bytes(attribute, Objects.requireNonNull(key.get(attribute.name())));
      out.write(value.length >>> 8);
      out.write(value.length);
      out.writeBytes(value);
    }
    out.writeBytes(mac(signing, out.toByteArray()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  Map<String, AttributeValue> read(Cursor cursor, Map<String, AttributeValue> parameters) {
    var all = decoded(cursor);
    int end = all.length - MAC_BYTES;
    if (end < HEAD_BYTES + MARK_BYTES || all[0] != FORMAT) throw refused(Reason.MALFORMED);
    var signing = signing(Byte.toUnsignedInt(all[1]));
    var signed = Arrays.copyOf(all, end);
    if (!MessageDigest.isEqual(mac(signing, signed), Arrays.copyOfRange(all, end, all.length))) {
      throw refused(Reason.TAMPERED);
    }
    var mark = Arrays.copyOfRange(signed, HEAD_BYTES, HEAD_BYTES + MARK_BYTES);
    if (!MessageDigest.isEqual(mark, mark(signing, parameters))) throw refused(Reason.OTHER_QUERY);
    return key(ByteBuffer.wrap(signed, HEAD_BYTES + MARK_BYTES, end - HEAD_BYTES - MARK_BYTES));
  }

  /**
   * The JDK's decoder takes any last bits of a text whose length leaves some over: one cursor would
   * have several texts, so what it makes of it must come back the same.
   */
  private static byte[] decoded(Cursor cursor) {
    if (cursor.text().length() > TEXT_LENGTH_MAX) throw refused(Reason.MALFORMED);
    byte[] all;
    try {
      all = Base64.getUrlDecoder().decode(cursor.text());
    } catch (IllegalArgumentException e) {
      throw refused(Reason.MALFORMED);
    }
    var again = Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    if (!again.equals(cursor.text())) throw refused(Reason.MALFORMED);
    return all;
  }

  private SigningKey signing(int version) {
    if (options.signing().version() == version) return options.signing();
    return options
        .formerSigning()
        .filter(former -> former.version() == version)
        .orElseThrow(() -> refused(Reason.UNKNOWN_KEY));
  }

  private Map<String, AttributeValue> key(ByteBuffer in) {
    Map<String, AttributeValue> key = HashMap.newHashMap(attributes.size());
    for (var attribute : attributes) {
      var value = new byte[Short.toUnsignedInt(in.getShort())];
      in.get(value);
      key.put(attribute.name(), value(attribute, value));
    }
    return key;
  }

  private static byte[] bytes(KeyName attribute, AttributeValue value) {
    return switch (attribute.type()) {
      case S -> value.s().getBytes(StandardCharsets.UTF_8);
      case N -> value.n().getBytes(StandardCharsets.UTF_8);
      case B -> value.b().asByteArray();
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("no key type");
    };
  }

  private static AttributeValue value(KeyName attribute, byte[] bytes) {
    return switch (attribute.type()) {
      case S -> AttributeValue.fromS(new String(bytes, StandardCharsets.UTF_8));
      case N -> AttributeValue.fromN(new String(bytes, StandardCharsets.UTF_8));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("no key type");
    };
  }

  /** What a query with these parameters is known by. */
  private byte[] mark(SigningKey signing, Map<String, AttributeValue> parameters) {
    var mac = hmac(signing);
    mac.update((byte) 'm');
    mac.update(query);
    new TreeMap<>(parameters)
        .forEach((name, value) -> {
          ValueBytes.add(mac, name);
          ValueBytes.add(mac, value);
        });
    return Arrays.copyOf(mac.doFinal(), MARK_BYTES);
  }

  private static byte[] mac(SigningKey signing, byte[] signed) {
    var mac = hmac(signing);
    mac.update((byte) 'c');
    return mac.doFinal(signed);
  }

  private static Mac hmac(SigningKey signing) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(signing.secret(), "HmacSHA256"));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("no HmacSHA256, which every JDK has", e);
    }
  }

  private static InvalidCursorException refused(Reason reason) {
    return new InvalidCursorException(reason);
  }
}
