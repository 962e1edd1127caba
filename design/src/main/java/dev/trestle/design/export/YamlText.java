package dev.trestle.design.export;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Parses CloudFormation templates in YAML into the document that they would be in JSON: {@code !Ref
 * Name} becomes {@code {"Ref": "Name"}}, {@code !Sub} and the other short forms {@code {"Fn::Sub":
 * …}}. As in CloudFormation there are no aliases, so a file cannot become larger than it is.
 */
final class YamlText {
  private static final int DEPTH_MAX = 100;
  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,3})?");

  /** The prefix of YAML's own tags. */
  private static final String STANDARD = "tag:yaml.org,2002:";

  private final Iterator<Event> events;

  private YamlText(Iterator<Event> events) {
    this.events = events;
  }

  static JsonTree parse(String text) {
    try {
      var settings = LoadSettings.builder().setParseComments(false).build();
      var reader = new YamlText(new Parse(settings).parseString(text).iterator());
      reader.next(); // the start of the stream
      if (reader.next().getEventId() == Event.ID.StreamEnd) {
        throw new UnreadableFileException("an empty file");
      }
      var document = reader.value(reader.next(), 0);
      reader.next(); // the end of the document
      if (reader.next().getEventId() != Event.ID.StreamEnd) {
        throw new UnreadableFileException("there is more than one YAML document");
      }
      return document;
    } catch (MarkedYamlEngineException e) {
      var line = e.getProblemMark().map(mark -> " in line " + (mark.getLine() + 1)).orElse("");
      throw new UnreadableFileException("no YAML: " + e.getProblem() + line);
    } catch (YamlEngineException e) {
      throw new UnreadableFileException("no YAML: " + e.getMessage());
    }
  }

  private Event next() {
    return events.next();
  }

  private JsonTree value(Event event, int depth) {
    if (depth > DEPTH_MAX) throw wrong(event, "is nested too deeply");
    if (event instanceof NodeEvent node && node.getAnchor().isPresent()) {
      throw wrong(event, "has an anchor or an alias, which CloudFormation does not support");
    }
    return switch (event) {
      case ScalarEvent scalar -> tagged(scalar.getTag(), scalar(scalar));
      case SequenceStartEvent list -> tagged(list.getTag(), elements(depth));
      case MappingStartEvent map -> tagged(map.getTag(), fields(depth));
      default -> throw wrong(event, "has no value");
    };
  }

  private JsonTree elements(int depth) {
    var elements = new ArrayList<JsonTree>();
    for (var event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
      elements.add(value(event, depth + 1));
    }
    return new JsonTree.Array(elements);
  }

  private JsonTree fields(int depth) {
    var fields = new LinkedHashMap<String, JsonTree>();
    for (var event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
      if (!(event instanceof ScalarEvent key)) throw wrong(event, "has a key that is not a text");
      var value = value(next(), depth + 1);
      if (fields.put(key.getValue(), value) != null) {
        throw wrong(event, "has the key " + key.getValue() + " twice");
      }
    }
    return new JsonTree.Fields(fields);
  }

  private static JsonTree scalar(ScalarEvent event) {
    var text = event.getValue();
    boolean isText = event.getTag().filter(tag -> tag.equals(STANDARD + "str")).isPresent();
    if (isText || event.getScalarStyle() != ScalarStyle.PLAIN) return JsonTree.of(text);
    return switch (text) {
      case "", "~", "null", "Null", "NULL" -> new JsonTree.Nothing();
      case "true", "True", "TRUE" -> JsonTree.of(true);
      case "false", "False", "FALSE" -> JsonTree.of(false);
      case String number when NUMBER.matcher(number).matches() ->
          new JsonTree.Numeral(new BigDecimal(number));
      default -> JsonTree.of(text);
    };
  }

  /** The long form of a value with a short tag such as {@code !Sub}. */
  private static JsonTree tagged(Optional<String> tag, JsonTree value) {
    if (tag.isEmpty() || tag.get().startsWith(STANDARD) || tag.get().equals("!")) return value;
    var function = tag.get().substring(1);
    return switch (function) {
      case "Ref", "Condition" -> JsonTree.object().put(function, value).done();
      case "GetAtt" -> JsonTree.object().put("Fn::GetAtt", attribute(value)).done();
      default -> JsonTree.object().put("Fn::" + function, value).done();
    };
  }

  /** {@code Resource.Attribute} in two parts. */
  private static JsonTree attribute(JsonTree value) {
    return value instanceof JsonTree.Text(var text)
        ? JsonTree.texts(List.of(text.split("\\.", 2)))
        : value;
  }

  private static UnreadableFileException wrong(Event event, String what) {
    var line = event.getStartMark().map(mark -> "line " + (mark.getLine() + 1)).orElse("a line");
    return new UnreadableFileException(line + " " + what);
  }
}
