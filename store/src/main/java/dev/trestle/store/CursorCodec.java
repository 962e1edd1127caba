package dev.trestle.store;

import dev.trestle.model.KeyAttribute;
import dev.trestle.store.InvalidCursorException.Reason;
import dev.trestle.store.PagePosition.Progress;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
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
 * Signs and reads the cursors of one query. A cursor is the base64url encoding of: kind of
 * position, key version, fingerprints of the query (8 bytes) and of its parameters (16 bytes), the
 * values of a key, each with its length, and an HMAC-SHA256 of all of it. The fingerprints are
 * keyed too, so that parameters cannot be guessed from them.
 */
final class CursorCodec {
  private static final byte AFTER = 1;
  private static final byte BEFORE = 2;
  private static final byte BEFORE_END = 3;
  private static final byte MERGED = 4;
  private static final byte UNREAD = 0;
  private static final byte UP_TO = 1;
  private static final byte FINISHED = 2;
  private static final int HEAD_BYTES = 2;
  private static final int QUERY_BYTES = 8;
  private static final int PARAMETERS_BYTES = 16;
  private static final int MARKS_END = HEAD_BYTES + QUERY_BYTES + PARAMETERS_BYTES;
  private static final int MAC_BYTES = 32;

  /** The keys of a hundred partitions, each as long as keys can be, in base64. */
  private static final int TEXT_LENGTH_MAX = 1_000_000;

  private final String pattern;
  private final byte[] query;
  private final List<KeyAttribute> attributes;
  private final StoreOptions options;

  CursorCodec(String table, String pattern, List<KeyAttribute> attributes, StoreOptions options) {
    this.pattern = pattern;
    this.query = (table + '\0' + pattern).getBytes(StandardCharsets.UTF_8);
    this.attributes = List.copyOf(attributes);
    this.options = options;
  }

  Cursor write(PagePosition position, Map<String, AttributeValue> parameters) {
    if (position instanceof PagePosition.After(var key) && key.isEmpty()) return Cursor.start();
    return new Cursor(() -> text(position, parameters));
  }

  private String text(PagePosition position, Map<String, AttributeValue> parameters) {
    var signing = options.signing();
    var out = new ByteArrayOutputStream();
    out.write(
        switch (position) {
          case PagePosition.After ignored -> AFTER;
          case PagePosition.Before ignored -> BEFORE;
          case PagePosition.BeforeEnd ignored -> BEFORE_END;
          case PagePosition.Merged ignored -> MERGED;
        });
    out.write(signing.version());
    out.writeBytes(mark(signing));
    out.writeBytes(mark(signing, parameters));
    switch (position) {
      case PagePosition.After(var key) -> write(key, out);
      case PagePosition.Before(var key) -> write(key, out);
      case PagePosition.BeforeEnd() -> {}
      case PagePosition.Merged(var partitions) -> partitions.forEach(each -> write(each, out));
    }
    out.writeBytes(mac(signing, out.toByteArray()));
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toByteArray());
  }

  private void write(Progress progress, ByteArrayOutputStream out) {
    switch (progress) {
      case Progress.Unread() -> out.write(UNREAD);
      case Progress.Finished() -> out.write(FINISHED);
      case Progress.UpTo(var key) -> {
        out.write(UP_TO);
        write(key, out);
      }
    }
  }

  private void write(Map<String, AttributeValue> key, ByteArrayOutputStream out) {
    for (var attribute : attributes) {
      var value = bytes(attribute, Objects.requireNonNull(key.get(attribute.name())));
      out.write(value.length >>> 8);
      out.write(value.length);
      out.writeBytes(value);
    }
  }

  PagePosition read(Cursor cursor, Map<String, AttributeValue> parameters) {
    var all = decoded(cursor);
    int end = all.length - MAC_BYTES;
    if (end < MARKS_END) throw refused(Reason.MALFORMED);
    var signing = signing(Byte.toUnsignedInt(all[1]));
    var signed = Arrays.copyOf(all, end);
    if (!MessageDigest.isEqual(mac(signing, signed), Arrays.copyOfRange(all, end, all.length))) {
      throw refused(Reason.TAMPERED);
    }
    var ofQuery = Arrays.copyOfRange(signed, HEAD_BYTES, HEAD_BYTES + QUERY_BYTES);
    if (!MessageDigest.isEqual(ofQuery, mark(signing))) throw refused(Reason.OTHER_PATTERN);
    var ofParameters = Arrays.copyOfRange(signed, HEAD_BYTES + QUERY_BYTES, MARKS_END);
    if (!MessageDigest.isEqual(ofParameters, mark(signing, parameters))) {
      throw refused(Reason.OTHER_PARAMETERS);
    }
    var in = ByteBuffer.wrap(signed, MARKS_END, end - MARKS_END);
    return switch (signed[0]) {
      case AFTER -> new PagePosition.After(key(in));
      case BEFORE -> new PagePosition.Before(key(in));
      case BEFORE_END -> new PagePosition.BeforeEnd();
      case MERGED -> new PagePosition.Merged(partitions(in));
      default -> throw refused(Reason.MALFORMED);
    };
  }

  /**
   * The JDK's decoder ignores surplus bits at the end of a text, so several texts would be the same
   * cursor. Encoding the result again must return the same text.
   */
  private byte[] decoded(Cursor cursor) {
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

  private List<Progress> partitions(ByteBuffer in) {
    var partitions = new ArrayList<Progress>();
    while (in.hasRemaining()) {
      partitions.add(
          switch (in.get()) {
            case UNREAD -> new Progress.Unread();
            case UP_TO -> new Progress.UpTo(key(in));
            case FINISHED -> new Progress.Finished();
            default -> throw refused(Reason.MALFORMED);
          });
    }
    return partitions;
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

  private static byte[] bytes(KeyAttribute attribute, AttributeValue value) {
    return switch (attribute.type()) {
      case S -> value.s().getBytes(StandardCharsets.UTF_8);
      case N -> value.n().getBytes(StandardCharsets.UTF_8);
      case B -> value.b().asByteArray();
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("no key type");
    };
  }

  private static AttributeValue value(KeyAttribute attribute, byte[] bytes) {
    return switch (attribute.type()) {
      case S -> AttributeValue.fromS(new String(bytes, StandardCharsets.UTF_8));
      case N -> AttributeValue.fromN(new String(bytes, StandardCharsets.UTF_8));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("no key type");
    };
  }

  /** The fingerprint of the query. */
  private byte[] mark(SigningKey signing) {
    var mac = hmac(signing);
    mac.update((byte) 'q');
    mac.update(query);
    return Arrays.copyOf(mac.doFinal(), QUERY_BYTES);
  }

  /** The fingerprint of the query with these parameters. */
  private byte[] mark(SigningKey signing, Map<String, AttributeValue> parameters) {
    var mac = hmac(signing);
    mac.update((byte) 'm');
    mac.update(query);
    new TreeMap<>(parameters)
        .forEach((name, value) -> {
          MacInput.add(mac, name);
          MacInput.add(mac, value);
        });
    return Arrays.copyOf(mac.doFinal(), PARAMETERS_BYTES);
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

  private InvalidCursorException refused(Reason reason) {
    return new InvalidCursorException(pattern, reason);
  }
}
