package dev.trestle.engine.table;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;

/** Encodes a backup as an item, for the catalog. */
final class BackupEncoding {
  private static final long VERSION = 1;

  private BackupEncoding() {}

  static Item encode(TableBackup backup) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    number(out, "itemsId", backup.itemsId());
    out.name("name").string(backup.name());
    out.name("kind").string(backup.kind().name());
    out.name("status").string(backup.status().name());
    number(out, "created", backup.created().toEpochMilli());
    backup.expires().ifPresent(at -> number(out, "expires", at.toEpochMilli()));
    out.name("table").binary(DefinitionEncoding.encode(backup.table()).bytes());
    number(out, "items", backup.items());
    number(out, "bytes", backup.bytes());
    return out.finish();
  }

  static TableBackup decode(Item item) {
    var in = StoredFields.of(item);
    if (in.number("version") != VERSION) {
      throw new IllegalStateException("unknown version of a backup");
    }
    return new TableBackup(
        (int) in.number("itemsId"),
        in.text("name"),
        TableBackup.Kind.valueOf(in.text("kind")),
        TableBackup.Status.valueOf(in.text("status")),
        in.time("created"),
        in.find("expires").map(StoredFields::time),
        DefinitionEncoding.decode(Item.ofBytes(in.get("table").content())),
        in.number("items"),
        in.number("bytes"));
  }

  private static void number(ItemWriter out, String name, long number) {
    out.name(name).number(Long.toString(number));
  }
}
