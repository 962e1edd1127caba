package dev.trestle.dynamodb.json;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.trestle.engine.transfer.ExportFormat;
import dev.trestle.engine.transfer.ExportedChange;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Items as lines of DynamoDB's JSON: {@code {"Item":{"name":{"S":"value"}}}}. A changed item is
 * {@code {"Metadata":…,"Keys":…,"OldImage":…,"NewImage":…}}.
 */
public final class JsonLines implements ExportFormat {
  public static final ExportFormat FORMAT = new JsonLines();

  private static final String ITEM = "Item";

  /** Names are not cached, because a file could fill the memory with them. */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNameLength(Limits.REQUEST_BYTES).build())
          .build();

  private interface Content {
    void write(JsonGenerator out) throws IOException;
  }

  private JsonLines() {}

  @Override
  public byte[] write(Item item) {
    return object(out -> JsonItems.write(out, ITEM, item));
  }

  @Override
  public byte[] write(ExportedChange change) {
    return object(out -> {
      out.writeObjectFieldStart("Metadata");
      out.writeObjectFieldStart("WriteTimestampMicros");
      out.writeStringField("N", Long.toString(change.written().toEpochMilli() * 1000));
      out.writeEndObject();
      out.writeEndObject();
      JsonItems.write(out, "Keys", change.key());
      if (change.oldImage().isPresent()) {
        JsonItems.write(out, "OldImage", change.oldImage().get());
      }
      if (change.newImage().isPresent()) {
        JsonItems.write(out, "NewImage", change.newImage().get());
      }
    });
  }

  @Override
  public Item read(byte[] line) {
    try (var in = JSON.createParser(line)) {
      if (in.nextToken() != JsonToken.START_OBJECT || !ITEM.equals(in.nextFieldName())) {
        throw new IllegalArgumentException("not an item");
      }
      in.nextToken();
      var item = JsonItems.item(in);
      if (in.nextToken() != JsonToken.END_OBJECT || in.nextToken() != null) {
        throw new IllegalArgumentException("more than an item");
      }
      return item;
    } catch (IOException | SerializationException e) {
      throw new IllegalArgumentException("not an item", e);
    }
  }

  @Override
  public byte[] writeObject(Map<String, @Nullable Object> members) {
    return object(out -> {
      for (var member : members.entrySet()) {
        out.writeFieldName(member.getKey());
        switch (member.getValue()) {
          case null -> out.writeNull();
          case Long number -> out.writeNumber(number);
          case Object text -> out.writeString(text.toString());
        }
      }
    });
  }

  private static byte[] object(Content content) {
    var bytes = new ResponseBytes();
    try (var out = JSON.createGenerator(bytes, JsonEncoding.UTF8)) {
      out.writeStartObject();
      content.write(out);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.all();
  }
}
