package dev.trestle.engine.transfer;

import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the items of an import's files. */
public final class ImportReader {
  /** Handles the records of the files. */
  public interface Receiver {
    /**
     * Called for each record.
     *
     * @param item empty if the record is not a valid item
     * @param bytes the size of the record in its file
     * @return whether to go on
     */
    boolean receive(Optional<Item> item, long bytes);
  }

  private final InputFormat input;
  private final ExportFormat json;
  private final Map<String, Type> keyTypes = new HashMap<>();

  /**
   * Reads items for a table.
   *
   * @param table its key attributes give the types of these columns in CSV; others are strings
   */
  public ImportReader(InputFormat input, ExportFormat json, TableDefinition table) {
    this.input = input;
    this.json = json;
    for (SchemaAttribute key : table.attributes()) keyTypes.put(key.name(), key.type());
  }

  /** Passes on the records of a file. Returns false if the receiver stopped before the last one. */
  public boolean read(InputStream in, Receiver receiver) throws IOException {
    return switch (input.encoding()) {
      case DYNAMODB_JSON -> readLines(new Lines(in), receiver);
      case CSV -> readRecords(new CsvRecords(in, input.delimiter()), receiver);
    };
  }

  private boolean readLines(Lines lines, Receiver receiver) throws IOException {
    while (lines.next()) {
      var line = lines.line();
      if (line.isPresent() && isBlank(line.get())) continue;
      if (!receiver.receive(line.flatMap(this::parse), lines.bytes())) return false;
    }
    return true;
  }

  private static boolean isBlank(byte[] line) {
    for (byte each : line) {
      if (each != ' ' && each != '\t' && each != '\r') return false;
    }
    return true;
  }

  private Optional<Item> parse(byte[] line) {
    try {
      return Optional.of(json.read(line));
    } catch (IllegalArgumentException | InvalidValueException e) {
      return Optional.empty();
    }
  }

  private boolean readRecords(CsvRecords records, Receiver receiver) throws IOException {
    if (input.header().isEmpty() && !records.next()) return true;
    var header = input.header().orElseGet(records::record);
    while (records.next()) {
      if (!receiver.receive(item(header, records.record()), records.bytes())) return false;
    }
    return true;
  }

  private Optional<Item> item(List<String> header, List<String> values) {
    if (values.size() != header.size()) return Optional.empty();
    try {
      var out = new ItemWriter();
      for (int i = 0; i < values.size(); i++) {
        var name = header.get(i);
        value(out.name(name), keyTypes.getOrDefault(name, Type.S), values.get(i));
      }
      return Optional.of(out.finish());
    } catch (IllegalArgumentException | InvalidValueException e) {
      return Optional.empty();
    }
  }

  private static void value(ItemWriter out, Type type, String text) {
    switch (type) {
      case N -> out.number(text);
      case B -> out.binary(Base64.getDecoder().decode(text));
      case S, BOOL, NULL, SS, NS, BS, L, M -> out.string(text);
    }
  }
}
