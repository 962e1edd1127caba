package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.table.TableDefinition.TableClass;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings that CreateTable and UpdateTable have in common. */
final class TableSettings {
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private TableSettings() {}

  static void constrain(
      Constraints constraints,
      @Nullable StreamSpecification stream,
      @Nullable EncryptionSpecification encryption) {
    if (stream != null) {
      constraints
          .required("streamSpecification.streamEnabled", stream.streamEnabled())
          .oneOf(
              "streamSpecification.streamViewType",
              stream.streamViewType(),
              "OLD_IMAGE",
              "KEYS_ONLY",
              "NEW_AND_OLD_IMAGES",
              "NEW_IMAGE");
    }
    if (encryption != null) {
      constraints.oneOf("sSESpecification.sSEType", encryption.type(), "AES256", "KMS");
    }
  }

  /** The class that is asked for; DynamoDB checks this one by hand. */
  static Optional<TableClass> tableClass(@Nullable String name) {
    if (name == null) return Optional.empty();
    return Optional.of(
        Arrays.stream(TableClass.values())
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new ValidationException(
                    "Invalid table-class parameter provided. Please try again with a valid"
                        + " table-class value: [STANDARD, STANDARD_INFREQUENT_ACCESS].")));
  }

  /** What is to be in a new table's stream, if it is to have one. */
  static Optional<ViewType> streamOfNewTable(@Nullable StreamSpecification specification) {
    return stream(
        specification,
        "Table is being created with a stream enabled, UpdateViewType is required",
        "Table is being created with a stream disabled, UpdateViewType should not be specified");
  }

  /** What is to be in the stream that is switched on; none: it is switched off. */
  static Optional<ViewType> streamOfTable(StreamSpecification specification) {
    return stream(
        specification,
        "If stream is being enabled then UpdateViewType is required",
        "If stream is being disabled, then UpdateViewType must not be specified");
  }

  private static Optional<ViewType> stream(
      @Nullable StreamSpecification specification, String missing, String superfluous) {
    if (specification == null) return Optional.empty();
    var view = specification.streamViewType();
    boolean enabled = given(specification.streamEnabled());
    if (enabled && view == null) throw invalid(missing);
    if (!enabled && view != null) throw invalid(superfluous);
    return Optional.ofNullable(view).map(ViewType::valueOf);
  }

  /** A stream that begins now, with a label later than that of the table's stream before it. */
  static StreamSettings newStream(Kernel kernel, ViewType view, Optional<StreamSettings> before) {
    var created = kernel.now();
    var soonest = before.map(stream -> stream.created().plusMillis(1)).orElse(Instant.EPOCH);
    if (created.isBefore(soonest)) created = soonest;
    return new StreamSettings(kernel.catalog().newId(), view, LABEL.format(created), created, true);
  }

  /** Whether a key of the account's is to encrypt the table, or why that cannot be said. */
  static boolean isEncrypted(@Nullable EncryptionSpecification encryption) {
    if (encryption == null) return false;
    if (Boolean.FALSE.equals(encryption.enabled()) && encryption.type() != null) {
      throw invalid("SSEType can not be specified if Enabled is false");
    }
    if ("AES256".equals(encryption.type())) throw invalid("SSEType AES256 is not supported");
    return encryption.type() != null || Boolean.TRUE.equals(encryption.enabled());
  }

  private static ValidationException invalid(String what) {
    return new ValidationException("One or more parameter values were invalid: " + what);
  }
}
