package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.crypto.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A text to be sent, or an edit, deletion or reaction to one.
 *
 * @param clientMessageId chosen by the client; a retry uses the same one
 * @param fileId a photo or file that a text shows; the content is its caption and may be empty
 * @param mentions users whom a text names; those who are not members are not told
 */
public record Draft(
    String clientMessageId,
    Kind kind,
    String content,
    String contentType,
    Optional<Long> targetSequence,
    Optional<Long> replyTo,
    Optional<FileId> fileId,
    List<UserId> mentions) {
  /** The most users that one text mentions. */
  public static final int MENTIONS_MAX = 10;

  /** The longest text, in bytes of UTF-8. */
  public static final int CONTENT_BYTES_MAX = 4096;

  /** The longest emoji of Unicode, a couple with skin tones, has 35. */
  private static final int REACTION_BYTES_MAX = 40;

  private static final Pattern CLIENT_ID = Pattern.compile("[0-9A-Za-z_-]{1,64}");
  private static final Pattern MEDIA_TYPE =
      Pattern.compile("[a-z0-9.+-]{1,40}/[a-z0-9.+-]{1,80}(; ?charset=utf-8)?");

  public Draft {
    if (!CLIENT_ID.matcher(clientMessageId).matches()) {
      throw new Refusal.InvalidField("client_message_id", "Use 1 to 64 letters, digits, - and _.");
    }
    if (!MEDIA_TYPE.matcher(contentType).matches()) {
      throw new Refusal.InvalidField("content_type", "Use a media type such as text/plain.");
    }
    if (hasLoneSurrogate(content)) {
      throw new Refusal.InvalidField("content", "This is not valid Unicode text.");
    }
    int bytes = content.getBytes(StandardCharsets.UTF_8).length;
    switch (kind) {
      case text, edit -> {
        if ((bytes < 1 && fileId.isEmpty()) || bytes > CONTENT_BYTES_MAX) {
          throw new Refusal.InvalidField("content", "A message has 1 to 4096 bytes of text.");
        }
      }
      case delete -> {
        if (bytes > 0) throw new Refusal.InvalidField("content", "A deletion has no content.");
      }
      case reaction -> {
        if (bytes > REACTION_BYTES_MAX) {
          throw new Refusal.InvalidField(
              "content", "A reaction has at most 40 bytes; an empty one removes it.");
        }
      }
      case created, joined, left, role, renamed ->
          throw new Refusal.InvalidField("kind", "Use text, edit, delete or reaction.");
    }
    if (kind == Kind.text && targetSequence.isPresent()) {
      throw new Refusal.InvalidField("target_sequence", "A text has no target.");
    }
    if (kind != Kind.text && targetSequence.isEmpty()) {
      throw new Refusal.InvalidField("target_sequence", "Required.");
    }
    if (kind != Kind.text && fileId.isPresent()) {
      throw new Refusal.InvalidField("file_id", "Only a text can have a file.");
    }
    if (kind != Kind.text && !mentions.isEmpty()) {
      throw new Refusal.InvalidField("mentions", "Only a text can mention someone.");
    }
    if (mentions.size() > MENTIONS_MAX) {
      throw new Refusal.InvalidField("mentions", "A message mentions at most 10 people.");
    }
    if (kind != Kind.text && replyTo.isPresent()) {
      throw new Refusal.InvalidField("reply_to", "Only a text can be a reply.");
    }
  }

  public static Draft text(String clientMessageId, String content) {
    return new Draft(
        clientMessageId,
        Kind.text,
        content,
        "text/plain",
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  /** Tells a retry from a different message under the same id. */
  String bodyHash() {
    var about = targetSequence + "/" + replyTo + fileId.map(file -> "/" + file).orElse("");
    if (!mentions.isEmpty()) about += "/" + mentions;
    return Sha256.hexOfAll(kind.name(), contentType, about, content);
  }

  /** The entry that this becomes, without its file. */
  Message entry(
      ChatId chat, long sequence, long ordinal, MessageId id, UserId sender, Instant now) {
    return new Message(
        chat,
        sequence,
        id,
        sender,
        clientMessageId,
        content,
        contentType,
        now,
        kind,
        ordinal,
        targetSequence,
        replyTo,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Map.of(),
        Optional.empty(),
        Optional.of(mentions).filter(all -> !all.isEmpty()),
        Optional.empty());
  }

  private static boolean hasLoneSurrogate(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
