package dev.trestle.engine.table;

import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinition.TableClass;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/** A table's definition as an item, the way the catalog keeps it: docs/formats/catalog.md. */
final class DefinitionForm {
  private static final long VERSION = 1;

  private DefinitionForm() {}

  static Item encode(TableDefinition table) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    number(out, "id", table.id());
    text(out, "name", table.name());
    text(out, "uuid", table.uuid());
    number(out, "created", table.created().toEpochMilli());
    keys(out.name("keys"), table.keys());
    out.name("indexes").start(Type.L);
    for (var index : table.indexes()) index(out, index);
    out.end();
    text(out, "billing", table.billing().name());
    throughput(out, table.throughput());
    table.onDemandSince().ifPresent(at -> number(out, "onDemandSince", at.toEpochMilli()));
    table.stream().ifPresent(stream -> stream(out.name("stream"), stream));
    table.timeToLive().ifPresent(ttl -> timeToLive(out, ttl));
    text(out, "class", table.tableClass().name());
    out.name("deletionProtection").bool(table.deletionProtection());
    out.name("customerKey").bool(table.encryptedByCustomerKey());
    out.name("tags").start(Type.M);
    table.tags().forEach((key, value) -> text(out, key, value));
    out.end();
    return out.finish();
  }

  static TableDefinition decode(Item item) {
    var in = StoredFields.of(item);
    if (in.number("version") != VERSION) {
      throw new IllegalStateException("a table definition of an unknown version");
    }
    var tags = new TreeMap<String, String>();
    in.map("tags").forEach((key, value) -> tags.put(key, value.string()));
    var draft =
        new TableDraft(
                (int) in.number("id"),
                in.text("name"),
                in.text("uuid"),
                in.time("created"),
                keys(in.record("keys")))
            .indexes(in.records("indexes").stream().map(DefinitionForm::index).toList()).stream(
                    in.find("stream").map(StoredFields::of).map(DefinitionForm::stream))
                .timeToLive(
                    in.find("timeToLive").map(StoredFields::of).map(DefinitionForm::timeToLive))
                .tableClass(TableClass.valueOf(in.text("class")))
                .deletionProtection(in.flag("deletionProtection"))
                .encryptedByCustomerKey(in.flag("customerKey"))
                .tags(tags);
    var onDemandSince = in.find("onDemandSince").map(StoredFields::time);
    return switch (BillingMode.valueOf(in.text("billing"))) {
      case PAY_PER_REQUEST -> draft.onDemand(onDemandSince.orElseThrow()).done();
      case PROVISIONED -> draft.provisioned(throughput(in)).onDemandSince(onDemandSince).done();
    };
  }

  /** Writes a key as a map. */
  static void keys(ItemWriter out, KeySchema keys) {
    out.start(Type.M);
    attributes(out, "partition", keys.partition());
    attributes(out, "sort", keys.sort());
    out.end();
  }

  static KeySchema keys(StoredFields in) {
    return new KeySchema(attributes(in.records("partition")), attributes(in.records("sort")));
  }

  /** Writes a stream's settings as a map. */
  static void stream(ItemWriter out, StreamSettings stream) {
    out.start(Type.M);
    number(out, "id", stream.id());
    text(out, "view", stream.view().name());
    text(out, "label", stream.label());
    number(out, "created", stream.created().toEpochMilli());
    out.name("enabled").bool(stream.enabled());
    out.end();
  }

  static StreamSettings stream(StoredFields in) {
    return new StreamSettings(
        (int) in.number("id"),
        StreamSettings.ViewType.valueOf(in.text("view")),
        in.text("label"),
        in.time("created"),
        in.flag("enabled"));
  }

  private static void attributes(ItemWriter out, String name, Collection<KeyAttribute> attributes) {
    out.name(name).start(Type.L);
    for (var attribute : attributes) {
      out.start(Type.M);
      text(out, "name", attribute.name());
      text(out, "type", attribute.type().name());
      out.end();
    }
    out.end();
  }

  private static List<KeyAttribute> attributes(List<StoredFields> in) {
    return in.stream()
        .map(one -> new KeyAttribute(one.text("name"), Type.valueOf(one.text("type"))))
        .toList();
  }

  private static void index(ItemWriter out, SecondaryIndex index) {
    out.start(Type.M);
    number(out, "id", index.id());
    text(out, "name", index.name());
    text(out, "scope", index.scope().name());
    keys(out.name("keys"), index.keys());
    text(out, "projection", index.projection().kind().name());
    out.name("nonKeyAttributes").start(Type.L);
    index.projection().nonKeyAttributes().forEach(out::string);
    out.end();
    throughput(out, index.throughput());
    text(out, "state", index.state().name());
    out.end();
  }

  private static SecondaryIndex index(StoredFields in) {
    var nonKeyAttributes =
        in.get("nonKeyAttributes").elements().stream().map(value -> value.string()).toList();
    return new SecondaryIndex(
        (int) in.number("id"),
        in.text("name"),
        SecondaryIndex.Scope.valueOf(in.text("scope")),
        keys(in.record("keys")),
        new IndexProjection(IndexProjection.Kind.valueOf(in.text("projection")), nonKeyAttributes),
        throughput(in),
        SecondaryIndex.State.valueOf(in.text("state")));
  }

  private static void throughput(ItemWriter out, Throughput throughput) {
    number(out, "readUnits", throughput.readUnits());
    number(out, "writeUnits", throughput.writeUnits());
  }

  private static Throughput throughput(StoredFields in) {
    return new Throughput(in.number("readUnits"), in.number("writeUnits"));
  }

  private static void timeToLive(ItemWriter out, TimeToLive ttl) {
    out.name("timeToLive").start(Type.M);
    text(out, "attribute", ttl.attribute());
    number(out, "indexId", ttl.indexId());
    out.name("complete").bool(ttl.complete());
    out.end();
  }

  private static TimeToLive timeToLive(StoredFields in) {
    return new TimeToLive(in.text("attribute"), (int) in.number("indexId"), in.flag("complete"));
  }

  private static void text(ItemWriter out, String name, String text) {
    out.name(name).string(text);
  }

  private static void number(ItemWriter out, String name, long number) {
    out.name(name).number(Long.toString(number));
  }
}
