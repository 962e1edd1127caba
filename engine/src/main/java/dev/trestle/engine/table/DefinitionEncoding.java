package dev.trestle.engine.table;

import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinition.TableClass;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;

/**
 * Encodes a table definition as an item, for the catalog. The format is described in
 * docs/formats/catalog.md.
 */
public final class DefinitionEncoding {
  /** The version of a table without recovery that was not restored. Older programs can read it. */
  private static final long VERSION = 1;

  /** The version of a table with recovery, or of a restored one. */
  private static final long VERSION_WITH_RECOVERY = 2;

  /** The version of a table with a maximum throughput, its own or an index's. */
  private static final long VERSION_WITH_MAXIMUM = 3;

  /** The version of a table with a warm throughput that its units do not imply, or an index's. */
  private static final long VERSION_WITH_WARM = 4;

  private DefinitionEncoding() {}

  public static Item encode(TableDefinition table) {
    var out = new ItemWriter();
    number(out, "version", version(table));
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
    maximum(out, table.maximum());
    warm(out, table.warm(), table.throughput());
    table.onDemandSince().ifPresent(at -> number(out, "onDemandSince", at.toEpochMilli()));
    table.stream().ifPresent(stream -> stream(out.name("stream"), stream));
    table.timeToLive().ifPresent(ttl -> timeToLive(out, ttl));
    table.recovery().ifPresent(recovery -> recovery(out, recovery));
    table.restore().ifPresent(restore -> restore(out, restore));
    text(out, "class", table.tableClass().name());
    out.name("deletionProtection").bool(table.deletionProtection());
    out.name("customerKey").bool(table.encryptedByCustomerKey());
    out.name("tags").start(Type.M);
    table.tags().forEach((key, value) -> text(out, key, value));
    out.end();
    return out.finish();
  }

  /** Returns the lowest version that describes the table, so that older programs can read it. */
  private static long version(TableDefinition table) {
    boolean hasWarm =
        isRaised(table.warm(), table.throughput())
            || table.indexes().stream()
                .anyMatch(index -> isRaised(index.warm(), index.throughput()));
    if (hasWarm) return VERSION_WITH_WARM;
    boolean hasMaximum =
        !table.maximum().isNone()
            || table.indexes().stream().anyMatch(index -> !index.maximum().isNone());
    if (hasMaximum) return VERSION_WITH_MAXIMUM;
    boolean isPlain = table.recovery().isEmpty() && table.restore().isEmpty();
    return isPlain ? VERSION : VERSION_WITH_RECOVERY;
  }

  public static TableDefinition decode(Item item) {
    var in = StoredFields.of(item);
    long version = in.number("version");
    if (version < VERSION || version > VERSION_WITH_WARM) {
      throw new IllegalStateException("unknown version of a table definition");
    }
    var tags = new TreeMap<String, String>();
    in.map("tags").forEach((key, value) -> tags.put(key, value.string()));
    var builder =
        new TableDefinitionBuilder(
                (int) in.number("id"),
                in.text("name"),
                in.text("uuid"),
                in.time("created"),
                keys(in.record("keys")))
            .indexes(in.records("indexes").stream().map(DefinitionEncoding::index).toList()).stream(
                    in.find("stream").map(StoredFields::of).map(DefinitionEncoding::stream))
                .timeToLive(
                    in.find("timeToLive").map(StoredFields::of).map(DefinitionEncoding::timeToLive))
                .recovery(
                    in.find("recovery").map(StoredFields::of).map(DefinitionEncoding::recovery))
                .restore(in.find("restore").map(StoredFields::of).map(DefinitionEncoding::restore))
                .maximum(maximum(in))
                .warm(warm(in))
                .tableClass(TableClass.valueOf(in.text("class")))
                .deletionProtection(in.flag("deletionProtection"))
                .encryptedByCustomerKey(in.flag("customerKey"))
                .tags(tags);
    var onDemandSince = in.find("onDemandSince").map(StoredFields::time);
    return switch (BillingMode.valueOf(in.text("billing"))) {
      case PAY_PER_REQUEST -> builder.onDemand(onDemandSince.orElseThrow()).build();
      case PROVISIONED -> builder.provisioned(throughput(in)).onDemandSince(onDemandSince).build();
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

  private static void attributes(
      ItemWriter out, String name, Collection<SchemaAttribute> attributes) {
    out.name(name).start(Type.L);
    for (var attribute : attributes) {
      out.start(Type.M);
      text(out, "name", attribute.name());
      text(out, "type", attribute.type().name());
      out.end();
    }
    out.end();
  }

  private static List<SchemaAttribute> attributes(List<StoredFields> in) {
    return in.stream()
        .map(one -> new SchemaAttribute(one.text("name"), Type.valueOf(one.text("type"))))
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
    maximum(out, index.maximum());
    warm(out, index.warm(), index.throughput());
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
        maximum(in),
        warm(in),
        SecondaryIndex.State.valueOf(in.text("state")));
  }

  private static void throughput(ItemWriter out, ProvisionedUnits throughput) {
    number(out, "readUnits", throughput.readUnits());
    number(out, "writeUnits", throughput.writeUnits());
  }

  private static ProvisionedUnits throughput(StoredFields in) {
    return new ProvisionedUnits(in.number("readUnits"), in.number("writeUnits"));
  }

  private static void maximum(ItemWriter out, MaximumUnits maximum) {
    maximum.readUnits().ifPresent(units -> number(out, "maxReadUnits", units));
    maximum.writeUnits().ifPresent(units -> number(out, "maxWriteUnits", units));
  }

  private static MaximumUnits maximum(StoredFields in) {
    return new MaximumUnits(
        in.find("maxReadUnits").map(units -> units.number().longValueExact()),
        in.find("maxWriteUnits").map(units -> units.number().longValueExact()));
  }

  private static boolean isRaised(WarmUnits warm, ProvisionedUnits units) {
    return !warm.equals(WarmUnits.initial(units));
  }

  private static void warm(ItemWriter out, WarmUnits warm, ProvisionedUnits units) {
    if (!isRaised(warm, units)) return;
    number(out, "warmReadUnits", warm.readUnits());
    number(out, "warmWriteUnits", warm.writeUnits());
  }

  private static WarmUnits warm(StoredFields in) {
    if (in.find("warmReadUnits").isEmpty()) return WarmUnits.NONE;
    return new WarmUnits(in.number("warmReadUnits"), in.number("warmWriteUnits"));
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

  private static void recovery(ItemWriter out, RecoverySettings recovery) {
    out.name("recovery").start(Type.M);
    number(out, "logId", recovery.logId());
    recovery.since().ifPresent(at -> number(out, "since", at.toEpochMilli()));
    number(out, "days", recovery.days());
    out.end();
  }

  private static RecoverySettings recovery(StoredFields in) {
    return new RecoverySettings(
        (int) in.number("logId"),
        in.find("since").map(StoredFields::time),
        (int) in.number("days"));
  }

  private static void restore(ItemWriter out, RestoreSummary restore) {
    out.name("restore").start(Type.M);
    text(out, "sourceTable", restore.sourceTable());
    restore.sourceBackup().ifPresent(id -> text(out, "sourceBackup", id));
    number(out, "at", restore.at().toEpochMilli());
    out.name("inProgress").bool(restore.inProgress());
    out.end();
  }

  private static RestoreSummary restore(StoredFields in) {
    return new RestoreSummary(
        in.text("sourceTable"),
        in.find("sourceBackup").map(value -> value.string()),
        in.time("at"),
        in.flag("inProgress"));
  }

  private static void text(ItemWriter out, String name, String text) {
    out.name(name).string(text);
  }

  private static void number(ItemWriter out, String name, long number) {
    out.name(name).number(Long.toString(number));
  }
}
