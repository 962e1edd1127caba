package dev.trestle.messenger.message;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.Messages.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What somebody wants to add to a chat: a text, or something about a text that is there.
 *
 * @param clientMessageId the sender's own id; under it a retry is known
 */
public record Draft(
    String clientMessageId,
    Kind kind,
    String content,
    String contentType,
    Optional<Long> targetSequence,
    Optional<Long> replyTo) {
  /** The longest text, as UTF-8. */
  public static final int CONTENT_BYTES_MAX = 4096;

  private static final int REACTION_BYTES_MAX = 32;
  private static final Pattern CLIENT_ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");
  private static final Pattern MEDIA_TYPE =
      Pattern.compile("[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,80}(; ?charset=utf-8)?");

  public Draft {
    if (!CLIENT_ID.matcher(clientMessageId).matches()) {
      throw Refused.invalid("client_message_id", "1 to 64 letters, digits, - and _ are expected.");
    }
    if (!MEDIA_TYPE.matcher(contentType).matches()) {
      throw Refused.invalid("content_type", "A media type such as text/plain is expected.");
    }
    if (hasLoneSurrogate(content)) {
      throw Refused.invalid("content", "This is not Unicode text.");
    }
    int bytes = content.getBytes(StandardCharsets.UTF_8).length;
    switch (kind) {
      case text, edit -> {
        if (bytes < 1 || bytes > CONTENT_BYTES_MAX) {
          throw Refused.invalid("content", "1 to 4096 bytes of text are expected.");
        }
      }
      case delete -> {
        if (bytes > 0) throw Refused.invalid("content", "A deletion has no content.");
      }
      case reaction -> {
        if (bytes > REACTION_BYTES_MAX) {
          throw Refused.invalid("content", "A reaction is at most 32 bytes; empty takes it back.");
        }
      }
      case created, joined, left, role, renamed ->
          throw Refused.invalid("kind", "text, edit, delete or reaction is expected.");
    }
    if (kind == Kind.text && targetSequence.isPresent()) {
      throw Refused.invalid("target_sequence", "A text has no target.");
    }
    if (kind != Kind.text && targetSequence.isEmpty()) {
      throw Refused.invalid("target_sequence", "It is not said which message is meant.");
    }
    if (kind != Kind.text && replyTo.isPresent()) {
      throw Refused.invalid("reply_to", "Only a text can be a reply.");
    }
  }

  public static Draft text(String clientMessageId, String content) {
    return new Draft(
        clientMessageId, Kind.text, content, "text/plain", Optional.empty(), Optional.empty());
  }

  /** The same for the same words only: tells a retry from another message under its id. */
  String bodyHash() {
    var body =
        String.join("\u0000", kind.name(), contentType, targetSequence + "/" + replyTo, content);
    try {
      var sha = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(sha.digest(body.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
