package dev.trestle.messenger.web;

import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.file.ChatFiles;
import dev.trestle.messenger.file.ChatFiles.StoredFile;
import dev.trestle.messenger.model.FileId;
import dev.trestle.messenger.model.MessageFiles.Attachment;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.util.List;
import java.util.Optional;

/** {@code /chats/{chat}/files}: photos and other files, for the members of a chat. */
public final class FilesApi {
  record FileView(
      String fileId,
      String name,
      boolean isPhoto,
      long bytes,
      Optional<Integer> width,
      Optional<Integer> height) {
    static FileView of(Attachment file) {
      return new FileView(
          file.fileId().value(),
          file.name(),
          file.isPhoto(),
          file.bytes(),
          file.width(),
          file.height());
    }
  }

  private static final int NAME_CHARS_MAX = 1000;

  private final ChatFiles files;
  private final FileDownloads downloads = FileDownloads.ofHeap();
  private final MessengerLimits limits;

  public FilesApi(ChatFiles files, MessengerLimits limits) {
    this.files = files;
    this.limits = limits;
  }

  public void addTo(Router router, Guards guards) {
    router
        .add(
            "POST",
            "/chats/{chat}/files",
            guards.signedIn(limits.uploads(this::upload)),
            ChatFiles.BYTES_MAX)
        .get("/chats/{chat}/files/{file}", guards.signedIn(limits.requests(this::whole)))
        .get("/chats/{chat}/files/{file}/preview", guards.signedIn(limits.requests(this::preview)));
  }

  private Reply upload(Call call) {
    var request = call.request();
    var name = call.query("name").orElse("");
    if (name.length() > NAME_CHARS_MAX) {
      throw new Refusal.InvalidField("name", "This name is too long.");
    }
    limits.checkUploaded(Guards.user(call), request.bodyLength());
    var file = files.upload(Guards.chat(call), Guards.user(call), name, request.body());
    return Reply.created(new DataBody<>(FileView.of(file)));
  }

  private Reply whole(Call call) {
    return shown(call, files.find(Guards.chat(call), Guards.user(call), file(call)));
  }

  private Reply preview(Call call) {
    return shown(call, files.findPreview(Guards.chat(call), Guards.user(call), file(call)));
  }

  /**
   * What was not rendered here has a type that no browser runs or shows. A browser may keep the
   * bytes but asks each time, so that whoever left a chat no longer gets its files.
   */
  private Reply shown(Call call, Optional<StoredFile> found) {
    var file = found.orElseThrow(FilesApi::missing);
    var tag = "\"" + file.name() + "\"";
    return (call.hasVersion(tag) ? new Reply(304, List.of(), new Reply.Nothing()) : whole(file))
        .with("ETag", tag)
        .with("Content-Disposition", "attachment")
        .with("Cache-Control", "private, no-cache")
        .with("Vary", "Authorization");
  }

  private Reply whole(StoredFile file) {
    var type = file.attachment().isPhoto() ? "image/jpeg" : "application/octet-stream";
    long bytes = file.attachment().bytes();
    if (bytes > FileDownloads.SMALL_BYTES && !file.isPreview()) {
      return downloads.reply(type, bytes, () -> files.read(file));
    }
    return Reply.bytes(200, type, files.read(file).orElseThrow(FilesApi::missing));
  }

  private static FileId file(Call call) {
    return FileId.parse(call.pathParameter("file")).orElseThrow(FilesApi::missing);
  }

  private static Refusal missing() {
    return new Refusal.NotFound("This file is no longer available.");
  }
}
