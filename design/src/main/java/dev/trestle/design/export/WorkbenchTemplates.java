package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.model.TableIndex;
import dev.trestle.model.key.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The key templates of indexes, kept in the description of a model. A facet has aliases for the
 * table's key only, so without these lines the templates would have to be guessed from one row.
 */
final class WorkbenchTemplates {
  private static final String HEADING = "Keys of indexes:";
  private static final Pattern LINE = Pattern.compile("(.+) in (.+), (partition|sort): (.+)");

  /** A key attribute of an index, for one entity. */
  private record Place(String entity, String index, String side) {}

  private final Map<Place, String> templates = new HashMap<>();

  static WorkbenchTemplates of(String description) {
    var templates = new WorkbenchTemplates();
    description
        .lines()
        .map(LINE::matcher)
        .filter(line -> line.matches())
        .forEach(line ->
            templates.templates.put(
                new Place(line.group(1), line.group(2), line.group(3)), line.group(4)));
    return templates;
  }

  Optional<Key> partition(String entity, String index) {
    return key(new Place(entity, index, "partition"));
  }

  Optional<Key> sort(String entity, String index) {
    return key(new Place(entity, index, "sort"));
  }

  private Optional<Key> key(Place place) {
    return Optional.ofNullable(templates.get(place)).map(KeyTemplateGuess::template);
  }

  /** The description of a design; empty if no global index has a template in its key. */
  static String description(Design design) {
    var lines = new ArrayList<String>();
    for (var entity : design.entities()) {
      var table = design.table(entity.table());
      for (var indexed : entity.indexes()) {
        if (table.index(indexed.index()).scope() == TableIndex.Scope.LOCAL) continue;
        var place = entity.name() + " in " + indexed.index();
        line(place + ", partition: ", indexed.keys().partition(), lines);
        indexed.keys().sort().ifPresent(key -> line(place + ", sort: ", key, lines));
      }
    }
    if (lines.isEmpty()) return "";
    return HEADING + "\n" + String.join("\n", lines);
  }

  private static void line(String start, Key key, List<String> lines) {
    if (key instanceof Key.Text(var template)) lines.add(start + template.pattern());
  }
}
