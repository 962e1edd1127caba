package dev.trestle.engine.statement;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.RequestDigest;
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
 * An opaque token for the next page of a statement. It is valid for the same statement and
 * parameters only. Its content comes from the client and is checked like a start key.
 *
 * <pre>
 * version(1) digest(16) read(4) then for each key attribute: name, type, content
 * </pre>
 */
public record NextToken(byte[] digest) {
  private static final int VERSION = 1;
  private static final int DIGEST_BYTES = 16;

  /** No position in a table or index has more key attributes than this. */
  private static final int ATTRIBUTES_MAX = 8;

  /**
   * The position of the next page: which of the statement's reads continues, and after which item.
   */
  public record Position(int read, Optional<Item> after) {}

  public static NextToken of(String statement, @Nullable List<Value> parameters) {
    var digest = new RequestDigest().addStatement(statement, parameters).bytes();
    return new NextToken(Arrays.copyOf(digest, DIGEST_BYTES));
  }

  static ValidationException invalid() {
    return new ValidationException("Invalid NextToken");
  }

  public String text(Position position) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.write(digest);
      out.writeInt(position.read);
      if (position.after.isPresent()) {
        for (var fields = position.after.get().fields(); fields.next(); ) {
          out.writeUTF(fields.name());
          write(out, fields.value());
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Base64.getEncoder().encodeToString(bytes.toByteArray());
  }

  /**
   * Writes numbers as text, so that they are validated like any other number when they are read.
   */
  private static void write(DataOutputStream out, Value value) throws IOException {
    var content =
        value.type() == Type.N
            ? value.numberText().getBytes(StandardCharsets.UTF_8)
            : value.content();
    out.writeUTF(value.type().name());
    out.writeShort(content.length);
    out.write(content);
  }

  public Position position(String token) {
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
      return new Position(read, in.available() == 0 ? Optional.empty() : Optional.of(item(in)));
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
