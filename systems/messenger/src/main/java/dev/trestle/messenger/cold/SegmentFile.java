package dev.trestle.messenger.cold;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.model.codec.EncodedValues;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/** The bytes of a segment. docs/formats/segment.md describes them. */
final class SegmentFile {
  private static final byte VERSION = 1;

  /** Larger than any entry. */
  private static final int ENTRY_BYTES_MAX = 1 << 20;

  private SegmentFile() {}

  static byte[] write(List<Message> entries) {
    var bytes = new ByteArrayOutputStream();
    bytes.write(VERSION);
    try (var out = new DataOutputStream(new DeflaterOutputStream(bytes))) {
      out.writeShort(entries.size());
      for (var entry : entries) {
        var fields = Messages.MESSAGE.codec().write(entry, EncodedValues.ENCODED);
        var item = EncodedValues.item(fields).bytes();
        out.writeInt(item.length);
        out.write(item);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #write} returned.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static List<Message> read(byte[] bytes) {
    if (bytes.length == 0 || bytes[0] != VERSION) {
      throw new IllegalArgumentException("not a segment of a known version");
    }
    var compressed = new ByteArrayInputStream(bytes, 1, bytes.length - 1);
    try (var in = new DataInputStream(new InflaterInputStream(compressed))) {
      int count = in.readUnsignedShort();
      if (count > MessageSegments.ENTRIES) throw new IllegalArgumentException("too many entries");
      var entries = new ArrayList<Message>(count);
      for (int i = 0; i < count; i++) entries.add(entry(in));
      return List.copyOf(entries);
    } catch (IOException e) {
      throw new IllegalArgumentException("not a whole segment", e);
    }
  }

  private static Message entry(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 1 || length > ENTRY_BYTES_MAX) {
      throw new IllegalArgumentException("an entry of an impossible length");
    }
    var bytes = new byte[length];
    in.readFully(bytes);
    var fields = new HashMap<String, Value>();
    Item.ofBytes(bytes).forEach(fields::put);
    return Messages.MESSAGE.codec().read(fields, EncodedValues.ENCODED);
  }
}
