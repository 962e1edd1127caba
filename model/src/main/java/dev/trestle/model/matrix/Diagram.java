package dev.trestle.model.matrix;

import dev.trestle.model.KeyAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.design.Design;
import dev.trestle.model.design.EntityDesign;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands in the keys of a table or an index, entity by entity. */
public record Diagram(
    String table,
    Optional<String> index,
    String kind,
    String partition,
    Optional<String> sort,
    List<Lane> lanes) {
  public Diagram {
    lanes = List.copyOf(lanes);
  }

  /** The keys of one entity; sparse if some of its items are not here. */
  public record Lane(String entity, boolean sparse, List<Segment> partition, List<Segment> sort) {}

  /** A piece of a key: a literal, or a part by its name. */
  public record Segment(boolean literal, String text) {}

  static List<Diagram> of(Design design) {
    var diagrams = new ArrayList<Diagram>();
    for (var table : design.tables()) {
      var entities = design.entitiesOf(table);
      diagrams.add(
          new Diagram(
              table.name(),
              Optional.empty(),
              "table",
              attribute(table.partition()),
              table.sort().map(Diagram::attribute),
              entities.stream().map(entity -> lane(entity.name(), false, entity.keys())).toList()));
      table.indexes().forEach(index -> diagrams.add(of(table, index, entities)));
    }
    return diagrams;
  }

  private static Diagram of(Table table, TableIndex index, List<EntityDesign> entities) {
    var lanes = new ArrayList<Lane>();
    for (var entity : entities) {
      entity
          .in(index.name())
          .ifPresent(in -> lanes.add(lane(entity.name(), in.sparse(), in.keys())));
    }
    return new Diagram(
        table.name(),
        Optional.of(index.name()),
        index.scope() == TableIndex.Scope.GLOBAL ? "global index" : "local index",
        attribute(index.partition()),
        index.sort().map(Diagram::attribute),
        lanes);
  }

  private static String attribute(KeyAttribute key) {
    return key.name() + " " + key.type();
  }

  private static Lane lane(String entity, boolean sparse, KeyPair keys) {
    return new Lane(
        entity,
        sparse,
        segments(keys.partition()),
        keys.sort().map(Diagram::segments).orElse(List.of()));
  }

  private static List<Segment> segments(Key key) {
    return switch (key) {
      case Key.Text(var template) ->
          template.pieces().stream()
              .map(piece ->
                  switch (piece) {
                    case Piece.Literal(var text) -> new Segment(true, text);
                    case Piece.Slot(var part) -> new Segment(false, part.name());
                  })
              .toList();
      case Key.Number(var part) -> List.of(new Segment(false, part.name()));
      case Key.Bytes(var part) -> List.of(new Segment(false, part.name()));
    };
  }
}
