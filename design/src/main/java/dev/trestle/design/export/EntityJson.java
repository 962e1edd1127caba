package dev.trestle.design.export;

import dev.trestle.design.EntityDesign;
import dev.trestle.item.Type;
import dev.trestle.model.Population;
import dev.trestle.model.SourceLocation;
import java.time.Duration;

/** Entities in our JSON. */
final class EntityJson {
  private EntityJson() {}

  static JsonTree write(EntityDesign entity) {
    var out =
        JsonTree.object()
            .put("name", entity.name())
            .put("table", entity.table())
            .put("keys", KeyJson.write(entity.keys()))
            .put(
                "indexes",
                JsonTree.array(entity.indexes().stream().map(EntityJson::write).toList()))
            .put(
                "attributes",
                JsonTree.array(entity.attributes().stream().map(EntityJson::write).toList()))
            .put("example", ItemJson.write(entity.example()))
            .put("maxBytes", entity.maxBytes())
            .put("population", write(entity.population()));
    entity.expires().ifPresent(attribute -> out.put("expires", attribute));
    entity.version().ifPresent(attribute -> out.put("version", attribute));
    return out.put("place", TableJson.write(entity.place())).done();
  }

  private static JsonTree write(EntityDesign.Indexed indexed) {
    return JsonTree.object()
        .put("index", indexed.index())
        .put("keys", KeyJson.write(indexed.keys()))
        .put("sparse", indexed.sparse())
        .done();
  }

  private static JsonTree write(EntityDesign.Attribute attribute) {
    return JsonTree.object()
        .put("name", attribute.name())
        .put("component", attribute.component())
        .put("type", attribute.type().name())
        .put("optional", attribute.optional())
        .done();
  }

  private static JsonTree write(Population population) {
    var out =
        JsonTree.object()
            .put("items", population.items())
            .put("perPartition", population.perPartition());
    population.growth().ifPresent(perDay -> out.put("growth", perDay));
    population.kept().ifPresent(time -> out.put("kept", time.toString()));
    return out.done();
  }

  static EntityDesign read(JsonField at, SourceLocation otherwise) {
    return new EntityDesign(
        at.text("name"),
        at.text("table"),
        KeyJson.pair(at.at("keys")),
        at.list("indexes").stream().map(EntityJson::indexed).toList(),
        at.list("attributes").stream().map(EntityJson::attribute).toList(),
        ItemJson.read(at.at("example")),
        at.small("maxBytes"),
        population(at.at("population")),
        at.findText("expires"),
        at.findText("version"),
        TableJson.findPlace(at).orElse(otherwise));
  }

  private static EntityDesign.Indexed indexed(JsonField at) {
    return new EntityDesign.Indexed(
        at.text("index"), KeyJson.pair(at.at("keys")), at.truth("sparse"));
  }

  private static EntityDesign.Attribute attribute(JsonField at) {
    var type = at.at("type");
    return new EntityDesign.Attribute(
        at.text("name"),
        at.text("component"),
        type.made(() -> Type.valueOf(type.text())),
        at.truth("optional"));
  }

  private static Population population(JsonField at) {
    var kept = at.findText("kept");
    return new Population(
        at.whole("items"),
        at.whole("perPartition"),
        at.find("growth").map(growth -> growth.number().doubleValue()),
        at.made(() -> kept.map(Duration::parse)));
  }
}
