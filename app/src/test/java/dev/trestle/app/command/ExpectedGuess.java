package dev.trestle.app.command;

import dev.trestle.design.EntityDesign;
import dev.trestle.model.key.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * What an import can see of an entity's key. Texts are taken apart at {@code #}: a word between two
 * separators is seen as a literal, a piece with anything else in it as a part. The names of parts
 * are not in the items, so they are left out here.
 *
 * @param kind what items of the same kind have in common: the first words and the number of pieces
 * @param key the templates, such as {@code USER#<> / PROFILE}
 */
record ExpectedGuess(String kind, String key) {
  private static final String WORD = "[A-Za-z][A-Za-z_-]*";
  private static final String CAPITALS = "[A-Z][A-Z_-]+";
  private static final String PART = "<>";

  static ExpectedGuess of(EntityDesign entity) {
    var keys = new ArrayList<List<String>>();
    keys.add(pieces(entity.keys().partition()));
    entity.keys().sort().ifPresent(key -> keys.add(pieces(key)));
    var kinds = keys.stream().map(each -> each.getFirst() + each.size()).toList();
    var templates = keys.stream().map(each -> String.join("#", each)).toList();
    return new ExpectedGuess(
        entity.table() + ": " + kinds, entity.table() + ": " + String.join(" / ", templates));
  }

  private static List<String> pieces(Key key) {
    return switch (key) {
      case Key.Text(var template) -> {
        var pieces = template.pattern().split("#", -1);
        var word = pieces.length == 1 ? CAPITALS : WORD;
        yield List.of(pieces).stream()
            .map(piece -> piece.isEmpty() || piece.matches(word) ? piece : PART)
            .toList();
      }
      case Key.Number _ -> List.of(PART);
      case Key.Bytes _ -> List.of(PART);
    };
  }
}
