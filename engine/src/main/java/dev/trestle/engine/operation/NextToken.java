package dev.trestle.engine.operation;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where a statement goes on, in letters that mean nothing to the client. A token belongs to its
 * statement and parameters. What it holds came from outside and is checked like any start key.
 *
 * <pre>
 * version(1) digest(16) read(4) then for each key attribute: name, type, content
 * </pre>
 */
record NextToken(byte[] digest) {
  private static final int VERSION = 1;
  private static final int DIGEST_BYTES = 16;

  /** More key attributes than a position in any table or index has. */
  private static final int ATTRIBUTES_MAX = 8;

  /** Which of the statement's reads it is, and behind which item that goes on. */
  record Place(int read, Optional<Item> after) {}

  static NextToken of(String statement, @Nullable List<Value> parameters) {
    var digest = RequestDigest.ofStatement(statement, parameters);
    return new NextToken(Arrays.copyOf(digest, DIGEST_BYTES));
  }

  static ValidationException invalid() {
    return new ValidationException("Invalid NextToken");
  }

  String text(Place place) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.write(digest);
      out.writeInt(place.read);
      if (place.after.isPresent()) {
        for (var fields = place.after.get().fields(); fields.next(); ) {
          out.writeUTF(fields.name());
          write(out, fields.value());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /** Numbers as text, so that reading one back is the same as reading any other. */
  private static void write(DataOutputStream out, Value value) throws IOException {
    var content =
        value.type() == Type.N
            ? value.numberText().getBytes(StandardCharsets.UTF_8)
            : value.content();
    out.writeUTF(value.type().name());
    out.writeShort(content.length);
    out.write(content);
  }

  Place place(String token) {
    try (var in =
        new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(token)))) {
      if (in.readUnsignedByte() != VERSION) throw invalid();
      var theirs = new byte[DIGEST_BYTES];
      in.readFully(theirs);
      if (!Arrays.equals(digest, theirs)) {
        throw new ValidationException("NextToken does not match request");
      }
      int read = in.readInt();
      if (read < 0) throw invalid();
      return new Place(read, in.available() == 0 ? Optional.empty() : Optional.of(item(in)));
    } catch (IOException | IllegalArgumentException | InvalidValueException e) {
      throw invalid();
    }
  }

  private static Item item(DataInputStream in) throws IOException {
    var writer = new ItemWriter();
    for (int i = 0; in.available() > 0; i++) {
      if (i == ATTRIBUTES_MAX) throw invalid();
      writer.name(in.readUTF());
      var type = in.readUTF();
      var content = new byte[in.readUnsignedShort()];
      in.readFully(content);
      switch (type) {
        case "S" -> writer.string(new String(content, StandardCharsets.UTF_8));
        case "N" -> writer.number(new String(content, StandardCharsets.UTF_8));
        case "B" -> writer.binary(content);
        default -> throw invalid();
      }
    }
    return writer.finish();
  }
}
