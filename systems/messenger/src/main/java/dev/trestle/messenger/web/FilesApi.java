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
import java.util.Arrays;
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
    int start = request.bodyStart();
    limits.checkUploaded(Guards.user(call), request.bodyLength());
    var bytes = Arrays.copyOfRange(request.bodyArray(), start, start + request.bodyLength());
    var file = files.upload(Guards.chat(call), Guards.user(call), name, bytes);
    return Reply.created(new DataBody<>(FileView.of(file)));
  }

  private Reply whole(Call call) {
    return shown(files.find(Guards.chat(call), Guards.user(call), file(call)));
  }

  private Reply preview(Call call) {
    return shown(files.findPreview(Guards.chat(call), Guards.user(call), file(call)));
  }

  /** What was not rendered here has a type that no browser runs or shows. */
  private static Reply shown(Optional<StoredFile> found) {
    var file = found.orElseThrow(FilesApi::missing);
    var type = file.attachment().isPhoto() ? "image/jpeg" : "application/octet-stream";
    return Reply.bytes(200, type, file.bytes())
        .with("Content-Disposition", "attachment")
        .with("Cache-Control", "private, max-age=3600")
        .with("Vary", "Authorization");
  }

  private static FileId file(Call call) {
    return FileId.parse(call.pathParameter("file")).orElseThrow(FilesApi::missing);
  }

  private static Refusal missing() {
    return new Refusal.NotFound("This file is no longer available.");
  }
}
