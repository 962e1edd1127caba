package dev.trestle.design.check;

import dev.trestle.design.EntityDesign;
import dev.trestle.design.EntityDesign.Indexed;
import dev.trestle.design.PatternDesign.Read;
import dev.trestle.design.ReportText;
import dev.trestle.design.check.Findings.Subject;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.TableIndex.Scope;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Checks that every index enables a pattern that neither the table nor another index could serve.
 */
record IndexNeeded() implements DesignCheck {
  @Override
  public String name() {
    return "index-needed";
  }

  @Override
  public String about() {
    return "Each index has a pattern that neither its table nor another index can serve in the same"
        + " order, with the same attributes and consistency.";
  }

  @Override
  public List<Finding> findings(CheckedDesign survey) {
    var found = new Findings(this);
    for (var table : survey.tables()) {
      var spare = new HashSet<String>();
      for (var index : table.indexes()) {
        var reads =
            survey.reads().stream()
                .filter(read -> read.table().equals(table.name()))
                .filter(read -> read.index().filter(index.name()::equals).isPresent())
                .toList();
        if (reads.isEmpty()) {
          spare.add(index.name());
          found.fault(
              Subject.of(table, index.name()),
              "no pattern reads the index, yet every write of its items pays for it",
              "remove the index, or declare the pattern it is for");
          continue;
        }
        instead(survey, table, index, reads, spare)
            .ifPresent(other -> {
              spare.add(index.name());
              found.fault(
                  Subject.of(table, index.name()),
                  "everything that is read from the index can be read from %s in the same order: %s"
                      .formatted(other, ReportText.list(reads.stream().map(Read::id).toList())),
                  "read from %s and remove the index".formatted(other));
            });
      }
    }
    return found.list();
  }

  /** Returns what could serve all reads of the index; empty if one of them needs it. */
  private static Optional<String> instead(
      CheckedDesign survey, Table table, TableIndex index, List<Read> reads, Set<String> spare) {
    var others = new ArrayList<Optional<TableIndex>>();
    others.add(Optional.empty());
    for (var other : table.indexes()) {
      if (!other.equals(index) && !spare.contains(other.name())) others.add(Optional.of(other));
    }
    var serving = new LinkedHashSet<String>();
    for (var read : reads) {
      var other = others.stream().filter(each -> serves(survey, table, read, each)).findFirst();
      if (other.isEmpty()) return Optional.empty();
      serving.add(other.get().map(known -> "the index " + known.name()).orElse("the table itself"));
    }
    return Optional.of(ReportText.list(serving));
  }

  private static boolean serves(
      CheckedDesign survey, Table table, Read read, Optional<TableIndex> other) {
    var entity = survey.entities(read).stream().findFirst();
    if (entity.isEmpty()) return false;
    var name = other.map(TableIndex::name);
    var keys = CheckedDesign.keys(entity.get(), name);
    if (keys.isEmpty() || !read.binding().partitionMissing().isEmpty()) return false;
    if (read.consistent() && other.filter(i -> i.scope() == Scope.GLOBAL).isPresent()) return false;
    if (sparse(entity.get(), read.index()) != sparse(entity.get(), name)) return false;
    var shown = survey.shown(table, other);
    if (shown.isPresent() && !shown.get().containsAll(read.attributes())) return false;
    return inOrder(read, keys.get());
  }

  private static boolean sparse(EntityDesign entity, Optional<String> index) {
    return index.flatMap(entity::in).map(Indexed::sparse).orElse(false);
  }

  /** Returns whether these keys return the same items in the same order. */
  private static boolean inOrder(Read read, KeyPair keys) {
    var binding = read.binding();
    var given = new HashSet<>(binding.partition());
    given.addAll(binding.sort());
    var partition = names(keys.partition());
    if (!given.containsAll(partition)) return false;
    var sort = keys.sort().map(IndexNeeded::names).orElse(List.of());
    var prefix = sort.stream().takeWhile(given::contains).toList();
    var used = new HashSet<>(partition);
    used.addAll(prefix);
    if (!used.containsAll(given)) return false;
    var rest = sort.subList(prefix.size(), sort.size());
    if (binding.ranged().isPresent() && rest.stream().findFirst().isEmpty()) return false;
    var wanted = binding.sortMissing();
    return rest.size() >= wanted.size() && rest.subList(0, wanted.size()).equals(wanted);
  }

  private static List<String> names(Key key) {
    return key.parts().stream().map(Part::name).toList();
  }
}
