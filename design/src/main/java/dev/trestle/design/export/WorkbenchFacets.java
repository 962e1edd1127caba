package dev.trestle.design.export;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.design.PatternDesign.Parameter;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.PatternDesign.Reading;
import dev.trestle.model.Binding;
import dev.trestle.model.Heading;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Load;
import dev.trestle.model.Projection;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The reads that a facet represents: its items by the table's partition key, and by that of each of
 * its indexes. Files do not contain their load.
 */
final class WorkbenchFacets {
  private static final int PAGE = 100;

  private WorkbenchFacets() {}

  static List<PatternDesign> of(Table table, EntityDesign entity, SourceLocation place) {
    var reads = new ArrayList<PatternDesign>();
    reads.add(read(table, Optional.empty(), entity, entity.keys(), place));
    for (var indexed : entity.indexes()) {
      reads.add(
          read(table, Optional.of(table.index(indexed.index())), entity, indexed.keys(), place));
    }
    return reads;
  }

  private static PatternDesign read(
      Table table,
      Optional<TableIndex> index,
      EntityDesign entity,
      KeyPair keys,
      SourceLocation place) {
    boolean one = index.isEmpty() && keys.sort().isEmpty();
    var id = table.name() + "." + entity.name();
    var by = KeyTemplateGuess.alias(keys.partition());
    var title = "%s by %s".formatted(entity.name(), by);
    return new Read(
        new Heading(index.map(each -> id + "." + each.name()).orElse(id), title, place, Load.NONE),
        one ? Reading.GET_ITEM : Reading.QUERY,
        table.name(),
        index.map(TableIndex::name),
        List.of(entity.name()),
        keys.partition().parts().stream()
            .map(part -> new Parameter(part.name(), part.type().getSimpleName()))
            .toList(),
        binding(keys),
        shown(index, entity),
        false,
        false,
        one ? 1 : PAGE,
        1,
        Optional.empty(),
        false,
        true,
        false,
        Optional.empty());
  }

  private static Binding binding(KeyPair keys) {
    return new Binding(
        keys.partition().parts().stream().map(Part::name).toList(),
        List.of(),
        List.of(),
        keys.sort().map(Key::parts).orElse(List.of()).stream().map(Part::name).toList(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Set.of());
  }

  /** All attributes, or those that the index contains. */
  private static List<String> shown(Optional<TableIndex> index, EntityDesign entity) {
    var names = entity.attributes().stream().map(EntityDesign.Attribute::name).toList();
    if (index.isEmpty()) return names;
    return switch (index.get().projection()) {
      case Projection.All() -> names;
      case Projection.KeysOnly() -> List.of();
      case Projection.Include(var included) -> names.stream().filter(included::contains).toList();
    };
  }
}
