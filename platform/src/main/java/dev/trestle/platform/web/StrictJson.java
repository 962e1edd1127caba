package dev.trestle.platform.web;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.IOContext;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Makes parsers that refuse what Jackson would change silently or what cannot be written again:
 * texts and names with half a surrogate pair, and numbers that no double holds ({@code 1e400} would
 * become infinite, {@code 1e-400} zero).
 */
final class StrictJson extends JsonFactory {
  private static final long serialVersionUID = 1;

  StrictJson(JsonFactoryBuilder builder) {
    super(builder);
  }

  @Override
  protected JsonParser _createParser(InputStream in, IOContext context) throws IOException {
    return new StrictParser(super._createParser(in, context));
  }

  @Override
  protected JsonParser _createParser(Reader in, IOContext context) throws IOException {
    return new StrictParser(super._createParser(in, context));
  }

  @Override
  protected JsonParser _createParser(byte[] json, int start, int length, IOContext context)
      throws IOException {
    return new StrictParser(super._createParser(json, start, length, context));
  }

  @Override
  protected JsonParser _createParser(
      char[] json, int start, int length, IOContext context, boolean recyclable)
      throws IOException {
    return new StrictParser(super._createParser(json, start, length, context, recyclable));
  }

  /** A text or number that is refused, and the field it is in. */
  static final class InvalidValue extends JsonParseException {
    private static final long serialVersionUID = 1;
    private final String field;
    private final String problem;

    InvalidValue(JsonParser parser, String field, String problem) {
      super(parser, problem);
      this.field = field;
      this.problem = problem;
    }

    ApiError toError() {
      return ApiError.invalid(field, problem);
    }
  }

  private static final class StrictParser extends JsonParserDelegate {
    private static final String HALF_PAIR = "A text must not contain half a surrogate pair.";

    StrictParser(JsonParser parser) {
      super(parser);
    }

    @Override
    public @Nullable JsonToken nextToken() throws IOException {
      var token = super.nextToken();
      if (token == null) return token;
      switch (token) {
        case FIELD_NAME -> {
          // Not repeated in the error, which could not be written either.
          if (hasHalfPair(currentName())) {
            throw new InvalidValue(this, path(getParsingContext().getParent()), HALF_PAIR);
          }
        }
        case VALUE_STRING -> {
          if (hasHalfPair(getText())) throw invalid(HALF_PAIR);
        }
        case VALUE_NUMBER_FLOAT -> {
          if (!isHeld()) throw invalid("This number is too large or too small.");
        }
        default -> {}
      }
      return token;
    }

    @Override
    public @Nullable JsonToken nextValue() throws IOException {
      var token = nextToken();
      return token == JsonToken.FIELD_NAME ? nextToken() : token;
    }

    private boolean isHeld() throws IOException {
      double number = getDoubleValue();
      if (number != 0) return Double.isFinite(number);
      for (char digit : getText().toCharArray()) {
        if (digit == 'e' || digit == 'E') return true;
        if (digit >= '1' && digit <= '9') return false;
      }
      return true;
    }

    private static boolean hasHalfPair(String text) {
      int i = 0;
      while (i < text.length()) {
        boolean isHalf = Character.isSurrogate(text.charAt(i));
        if (isHalf && !isPair(text, i)) return true;
        i += isHalf ? 2 : 1;
      }
      return false;
    }

    private static boolean isPair(String text, int at) {
      return at + 1 < text.length()
          && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
    }

    private InvalidValue invalid(String problem) {
      return new InvalidValue(this, path(getParsingContext()), problem);
    }

    private static String path(JsonStreamContext context) {
      var steps = new ArrayDeque<String>();
      for (var at = context; at != null && !at.inRoot(); at = at.getParent()) {
        if (at.inArray()) steps.addFirst(Integer.toString(at.getCurrentIndex()));
        else if (at.getCurrentName() != null) steps.addFirst(at.getCurrentName());
      }
      return String.join(".", steps);
    }
  }
}
