package dev.trestle.messenger.file;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.MessageFiles.Attachment;
import dev.trestle.messenger.model.MessageFiles.MessageFile;
import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.photo.PhotoRenderer;
import dev.trestle.platform.photo.PhotoSize;
import dev.trestle.platform.photo.Rendering;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Uploads and reads files. Of a photo only what was rendered from its pixels is stored; any other
 * file is stored as it is. A file that no message shows expires after a day.
 */
public final class ChatFiles {
  /** The largest file that is accepted. */
  public static final int BYTES_MAX = Blobs.BYTES_MAX;

  private static final String COLLECTION = "messenger-files";
  private static final int SENT_MAX = 100_000;
  private static final Duration UNSENT_KEPT = Duration.ofDays(1);

  /**
   * A file that its reader may see.
   *
   * @param name the blob's name; what is stored under it never changes
   */
  public record StoredFile(Attachment attachment, String name, boolean isPreview) {}

  private final Store store;
  private final ChatAccess access;
  private final Blobs blobs;
  private final Ids ids;
  private final InstantSource clock;
  private final PhotoRenderer renderer = new PhotoRenderer();

  public ChatFiles(Store store, ChatAccess access, Blobs blobs, Ids ids, InstantSource clock) {
    this.store = store;
    this.access = access;
    this.blobs = blobs;
    this.ids = ids;
    this.clock = clock;
  }

  /** Stores a file that a member is about to send. */
  public Attachment upload(ChatId chat, UserId owner, String name, byte[] bytes) {
    var _ = access.member(chat, owner);
    if (bytes.length == 0) throw new Refusal.InvalidField("file", "The file is empty.");
    var id = FileId.next(ids);
    var shown = FileName.of(name).text();
    if (!PhotoRenderer.isPhoto(bytes)) {
      var file = new Attachment(id, shown, false, bytes.length, Optional.empty(), Optional.empty());
      add(chat, owner, file);
      blobs.put(whole(id), bytes);
      return file;
    }
    var photo = rendered(bytes);
    var large = jpeg(photo, PhotoSize.LARGE);
    var file =
        new Attachment(
            id, shown, true, large.length, Optional.of(photo.width()), Optional.of(photo.height()));
    add(chat, owner, file);
    blobs.put(whole(id), large);
    blobs.put(preview(id), jpeg(photo, PhotoSize.THUMB));
    return file;
  }

  private Rendering.Rendered rendered(byte[] bytes) {
    return switch (renderer.render(bytes)) {
      case Rendering.Rendered rendered -> rendered;
      case Rendering.NotAnImage() ->
          throw new Refusal.InvalidField(
              "file", "This photo cannot be read. Save it as JPEG or PNG and try again.");
      case Rendering.TooLarge() ->
          throw new Refusal.InvalidField("file", "This photo has more than 40 megapixels.");
      case Rendering.Busy() ->
          throw new Refusal.Unavailable("Too many photos are being uploaded. Try again.");
    };
  }

  private static byte[] jpeg(Rendering.Rendered photo, PhotoSize size) {
    var jpeg = photo.jpegs().get(size);
    if (jpeg == null) throw new IllegalStateException("a photo without all sizes");
    return jpeg;
  }

  /** The item is written first: bytes without an item would never be deleted. */
  private void add(ChatId chat, UserId owner, Attachment file) {
    var now = clock.instant();
    store.run(
        MessageFiles.ADD,
        new MessageFile(
            file.fileId(),
            chat,
            owner,
            file,
            now,
            Optional.empty(),
            Optional.of(now.plus(UNSENT_KEPT))));
  }

  /** The whole file: of a photo, the size for the screen. */
  public Optional<StoredFile> find(ChatId chat, UserId reader, FileId id) {
    return readable(chat, reader, id).map(file -> new StoredFile(file, whole(id).name(), false));
  }

  /** A thumbnail of a photo. */
  public Optional<StoredFile> findPreview(ChatId chat, UserId reader, FileId id) {
    return readable(chat, reader, id)
        .filter(Attachment::isPhoto)
        .map(file -> new StoredFile(file, preview(id).name(), true));
  }

  /** The bytes of a file; empty if they were deleted since it was found. */
  public Optional<byte[]> read(StoredFile file) {
    return blobs.get(new BlobKey(COLLECTION, file.name()));
  }

  /** The files that a user has sent, also in chats that they have left, up to a limit. */
  public Stream<MessageFile> sentBy(UserId owner) {
    return store.stream(MessageFiles.OF_OWNER, new MessageFiles.OfOwner(owner), SENT_MAX)
        .flatMap(own -> store.run(MessageFiles.FIND, new MessageFiles.ById(own.fileId())).stream())
        .filter(file -> file.sequence().isPresent());
  }

  /** The bytes of a file: of a photo, the size for the screen. Empty if they were deleted. */
  public Optional<byte[]> bytes(MessageFile file) {
    return blobs.get(whole(file.fileId()));
  }

  /** Members read the files of the messages that they may read, and their own before sending. */
  private Optional<Attachment> readable(ChatId chat, UserId reader, FileId id) {
    var member = access.member(chat, reader);
    return store
        .run(MessageFiles.FIND, new MessageFiles.ById(id))
        .filter(file -> file.chatId().equals(chat) && maySee(member, file))
        .map(MessageFile::attachment);
  }

  private static boolean maySee(Membership member, MessageFile file) {
    return file.sequence()
        .map(sequence -> sequence >= member.joinedSequence())
        .orElseGet(() -> file.ownerId().equals(member.userId()));
  }

  /** The blobs of a file. */
  static List<BlobKey> keys(FileId id) {
    return List.of(whole(id), preview(id));
  }

  private static BlobKey whole(FileId id) {
    return new BlobKey(COLLECTION, id.value());
  }

  private static BlobKey preview(FileId id) {
    return new BlobKey(COLLECTION, id.value() + ".preview");
  }
}
