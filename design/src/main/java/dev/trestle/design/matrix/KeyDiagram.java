package dev.trestle.design.matrix;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The content of the keys of a table or an index, by entity. */
public record KeyDiagram(
    String table,
    Optional<String> index,
    String kind,
    String partition,
    Optional<String> sort,
    List<EntityKeys> lanes) {
  public KeyDiagram {
    lanes = List.copyOf(lanes);
  }

  /** The keys of one entity. Sparse if some of its items are not here. */
  public record EntityKeys(
      String entity, boolean sparse, List<Segment> partition, List<Segment> sort) {}

  /** A piece of a key: a literal, or the name of a part. */
  public record Segment(boolean literal, String text) {}

  static List<KeyDiagram> of(Design design) {
    var diagrams = new ArrayList<KeyDiagram>();
    for (var table : design.tables()) {
      var entities = design.entitiesOf(table);
      diagrams.add(
          new KeyDiagram(
              table.name(),
              Optional.empty(),
              "table",
              attribute(table.partition()),
              table.sort().map(KeyDiagram::attribute),
              entities.stream().map(entity -> lane(entity.name(), false, entity.keys())).toList()));
      table.indexes().forEach(index -> diagrams.add(of(table, index, entities)));
    }
    return diagrams;
  }

  private static KeyDiagram of(Table table, TableIndex index, List<EntityDesign> entities) {
    var lanes = new ArrayList<EntityKeys>();
    for (var entity : entities) {
      entity
          .in(index.name())
          .ifPresent(in -> lanes.add(lane(entity.name(), in.sparse(), in.keys())));
    }
    return new KeyDiagram(
        table.name(),
        Optional.of(index.name()),
        index.scope() == TableIndex.Scope.GLOBAL ? "global index" : "local index",
        attribute(index.partition()),
        index.sort().map(KeyDiagram::attribute),
        lanes);
  }

  private static String attribute(KeyAttribute key) {
    return key.name() + " " + key.type();
  }

  private static EntityKeys lane(String entity, boolean sparse, KeyPair keys) {
    return new EntityKeys(
        entity,
        sparse,
        segments(keys.partition()),
        keys.sort().map(KeyDiagram::segments).orElse(List.of()));
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
