package dev.trestle.design.export;

import dev.trestle.model.Alarms;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.Projection;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.time.Duration;
import java.util.Optional;

/** Tables in our JSON. */
final class TableJson {
  private TableJson() {}

  static JsonTree write(Table table) {
    return declared(table).put("place", write(table.place())).done();
  }

  /** Without the source location, so that it changes only if the table does. */
  static JsonTree.Draft declared(Table table) {
    var out =
        JsonTree.object()
            .put("name", table.name())
            .put("importance", JsonField.word(table.importance()))
            .put("key", KeyJson.attributes(table.partition(), table.sort()))
            .put("indexes", JsonTree.array(table.indexes().stream().map(TableJson::write).toList()))
            .put("billing", write(table.billing()));
    table.timeToLive().ifPresent(attribute -> out.put("timeToLive", attribute));
    out.put("recovery", table.recovery());
    table.backups().ifPresent(plan -> out.put("backups", write(plan)));
    out.put("replicas", JsonTree.texts(table.replicas()))
        .put("encryption", write(table.encryption()))
        .put("deletionProtection", table.deletionProtection());
    table.stream().ifPresent(view -> out.put("stream", JsonField.word(view)));
    table.alarms().ifPresent(alarms -> out.put("alarms", write(alarms)));
    return out;
  }

  private static JsonTree write(TableIndex index) {
    var out =
        JsonTree.object()
            .put("name", index.name())
            .put("scope", JsonField.word(index.scope()))
            .put("key", KeyJson.attributes(index.partition(), index.sort()));
    switch (index.projection()) {
      case Projection.All() -> out.put("projection", "all");
      case Projection.KeysOnly() -> out.put("projection", "keysOnly");
      case Projection.Include(var attributes) ->
          out.put("projection", "include").put("attributes", JsonTree.texts(attributes));
    }
    index.provisioned().ifPresent(units -> put(units, out));
    return out.done();
  }

  private static JsonTree write(Throughput units) {
    return JsonTree.object().put("read", units.read()).put("write", units.write()).done();
  }

  private static JsonTree write(Billing billing) {
    return switch (billing) {
      case Billing.OnDemand() -> JsonTree.object().put("mode", "onDemand").done();
      case Billing.Provisioned units ->
          put(units, JsonTree.object().put("mode", "provisioned")).done();
    };
  }

  private static JsonTree.Draft put(Billing.Provisioned units, JsonTree.Draft out) {
    out.put("throughput", write(units.throughput()));
    units
        .scaling()
        .ifPresent(scaled ->
            out.put(
                "scaling",
                JsonTree.object()
                    .put("maximum", write(scaled.maximum()))
                    .put("targetPercent", scaled.targetPercent())));
    return out;
  }

  private static JsonTree write(BackupPlan plan) {
    return JsonTree.object()
        .put("every", plan.every().toString())
        .put("kept", plan.kept().toString())
        .done();
  }

  private static JsonTree write(Encryption encryption) {
    return switch (encryption) {
      case Encryption.Owned() -> JsonTree.object().put("key", "owned").done();
      case Encryption.Managed() -> JsonTree.object().put("key", "managed").done();
      case Encryption.Customer(var arn) ->
          JsonTree.object().put("key", "customer").put("arn", arn).done();
    };
  }

  private static JsonTree write(Alarms alarms) {
    var out =
        JsonTree.object()
            .put("consumedShare", alarms.consumedShare())
            .put("throttled", alarms.throttled());
    alarms.latencyP99().ifPresent(latency -> out.put("latencyP99", latency.toString()));
    alarms.collectionBytes().ifPresent(bytes -> out.put("collectionBytes", bytes));
    return out.done();
  }

  static JsonTree write(SourceLocation place) {
    return JsonTree.object()
        .put("type", place.type())
        .put("file", place.file())
        .put("line", place.line())
        .done();
  }

  static Table read(JsonField at, SourceLocation otherwise) {
    var key = at.at("key");
    return at.made(() ->
        new Table(
            at.text("name"),
            at.at("importance").constant(Table.Importance.class),
            KeyJson.attribute(key.at("partition")),
            key.find("sort").map(KeyJson::attribute),
            at.list("indexes").stream().map(TableJson::index).toList(),
            billing(at.at("billing")),
            at.findText("timeToLive"),
            at.truth("recovery"),
            at.find("backups").map(TableJson::backups),
            at.texts("replicas"),
            encryption(at.at("encryption")),
            at.truth("deletionProtection"),
            at.find("stream").map(view -> view.constant(StreamView.class)),
            at.find("alarms").map(TableJson::alarms),
            at.find("place").map(TableJson::place).orElse(otherwise)));
  }

  private static TableIndex index(JsonField at) {
    var key = at.at("key");
    var projection =
        switch (at.text("projection")) {
          case "all" -> new Projection.All();
          case "keysOnly" -> new Projection.KeysOnly();
          case "include" -> new Projection.Include(at.texts("attributes"));
          default -> throw at.at("projection").wrong("is none of [all, keysOnly, include]");
        };
    return new TableIndex(
        at.text("name"),
        at.at("scope").constant(TableIndex.Scope.class),
        KeyJson.attribute(key.at("partition")),
        key.find("sort").map(KeyJson::attribute),
        projection,
        at.find("throughput").map(ignored -> provisioned(at)));
  }

  private static Throughput throughput(JsonField at) {
    return at.made(() -> new Throughput(at.whole("read"), at.whole("write")));
  }

  private static Billing.Provisioned provisioned(JsonField at) {
    var units = throughput(at.at("throughput"));
    var scaling = at.find("scaling").map(TableJson::scaling);
    return at.made(() -> new Billing.Provisioned(units, scaling));
  }

  private static AutoScaling scaling(JsonField at) {
    var maximum = throughput(at.at("maximum"));
    return at.made(() -> new AutoScaling(maximum, at.small("targetPercent")));
  }

  private static Billing billing(JsonField at) {
    return switch (at.text("mode")) {
      case "onDemand" -> new Billing.OnDemand();
      case "provisioned" -> provisioned(at);
      default -> throw at.at("mode").wrong("is none of [onDemand, provisioned]");
    };
  }

  private static BackupPlan backups(JsonField at) {
    return at.made(
        () -> new BackupPlan(Duration.parse(at.text("every")), Duration.parse(at.text("kept"))));
  }

  private static Encryption encryption(JsonField at) {
    return switch (at.text("key")) {
      case "owned" -> new Encryption.Owned();
      case "managed" -> new Encryption.Managed();
      case "customer" -> new Encryption.Customer(at.text("arn"));
      default -> throw at.at("key").wrong("is none of [owned, managed, customer]");
    };
  }

  private static Alarms alarms(JsonField at) {
    var latency = at.findText("latencyP99");
    return at.made(() ->
        new Alarms(
            at.decimal("consumedShare"),
            at.truth("throttled"),
            latency.map(Duration::parse),
            at.find("collectionBytes").map(JsonField::whole)));
  }

  static SourceLocation place(JsonField at) {
    return new SourceLocation(at.text("type"), at.text("file"), at.small("line"));
  }

  static Optional<SourceLocation> findPlace(JsonField at) {
    return at.find("place").map(TableJson::place);
  }
}
