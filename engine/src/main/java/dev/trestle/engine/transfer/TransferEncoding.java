package dev.trestle.engine.transfer;

import dev.trestle.engine.table.DefinitionEncoding;
import dev.trestle.engine.table.StoredFields;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.Optional;

/** Encodes an export or import as an item. */
final class TransferEncoding {
  private static final long VERSION = 1;

  private TransferEncoding() {}

  static Item encode(Transfer transfer) {
    var out = new ItemWriter();
    number(out, "version", VERSION);
    out.name("kind").string(transfer.kind().name());
    number(out, "number", transfer.number());
    out.name("status").string(transfer.status().name());
    out.name("table").binary(DefinitionEncoding.encode(transfer.table()).bytes());
    number(out, "started", transfer.started().toEpochMilli());
    transfer.ended().ifPresent(ended -> number(out, "ended", ended.toEpochMilli()));
    number(out, "at", transfer.at().toEpochMilli());
    out.name("bucket").string(transfer.bucket());
    transfer.prefix().ifPresent(prefix -> out.name("prefix").string(prefix));
    transfer.clientToken().ifPresent(token -> out.name("clientToken").string(token));
    out.name("request").string(transfer.request());
    input(out, transfer.input());
    number(out, "processed", transfer.counts().processed());
    number(out, "written", transfer.counts().written());
    number(out, "bytes", transfer.counts().bytes());
    number(out, "errors", transfer.counts().errors());
    transfer
        .failure()
        .ifPresent(failure -> {
          out.name("failureCode").string(failure.code());
          out.name("failureMessage").string(failure.message());
        });
    transfer
        .increment()
        .ifPresent(increment -> {
          number(out, "from", increment.from().toEpochMilli());
          out.name("view").string(increment.view().name());
        });
    return out.finish();
  }

  private static void input(ItemWriter out, InputFormat input) {
    out.name("encoding").string(input.encoding().name());
    out.name("isCompressed").bool(input.isCompressed());
    out.name("delimiter").string(String.valueOf(input.delimiter()));
    if (input.header().isEmpty()) return;
    out.name("header").start(Type.L);
    for (var column : input.header().get()) out.string(column);
    out.end();
  }

  static Transfer decode(Item item) {
    var in = StoredFields.of(item);
    if (in.number("version") != VERSION) {
      throw new IllegalStateException("unknown version of an export or import");
    }
    return new Transfer(
        Transfer.Kind.valueOf(in.text("kind")),
        (int) in.number("number"),
        Transfer.Status.valueOf(in.text("status")),
        DefinitionEncoding.decode(Item.ofBytes(in.get("table").content())),
        in.time("started"),
        in.find("ended").map(StoredFields::time),
        in.time("at"),
        in.text("bucket"),
        in.find("prefix").map(Value::string),
        in.find("clientToken").map(Value::string),
        in.text("request"),
        new InputFormat(
            InputFormat.Encoding.valueOf(in.text("encoding")),
            in.flag("isCompressed"),
            in.text("delimiter").charAt(0),
            in.find("header").map(list -> list.elements().stream().map(Value::string).toList())),
        new Transfer.Counts(
            in.number("processed"), in.number("written"), in.number("bytes"), in.number("errors")),
        failure(in),
        increment(in));
  }

  private static Optional<ExportIncrement> increment(StoredFields in) {
    return in.find("view")
        .map(view ->
            new ExportIncrement(in.time("from"), ExportIncrement.View.valueOf(view.string())));
  }

  private static Optional<Transfer.Failure> failure(StoredFields in) {
    return in.find("failureCode")
        .map(code -> new Transfer.Failure(code.string(), in.text("failureMessage")));
  }

  private static void number(ItemWriter out, String name, long number) {
    out.name(name).number(Long.toString(number));
  }
}
