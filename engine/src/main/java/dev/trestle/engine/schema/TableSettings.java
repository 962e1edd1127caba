package dev.trestle.engine.schema;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.table.TableDefinition.TableClass;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts and checks the settings that CreateTable and UpdateTable share. */
public final class TableSettings {
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private TableSettings() {}

  public static void constrain(
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

  /** Returns the requested table class. It is not part of DynamoDB's service constraints. */
  public static Optional<TableClass> tableClass(@Nullable String name) {
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

  /** Returns the view type of a new table's stream, or empty if it has none. */
  public static Optional<ViewType> streamOfNewTable(@Nullable StreamSpecification specification) {
    return stream(
        specification,
        "Table is being created with a stream enabled, UpdateViewType is required",
        "Table is being created with a stream disabled, UpdateViewType should not be specified");
  }

  /** Returns the view type of the stream to enable, or empty to disable it. */
  public static Optional<ViewType> streamOfTable(StreamSpecification specification) {
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

  /**
   * Returns a stream that begins now. Its label is later than that of the table's previous stream.
   */
  public static StreamSettings newStream(
      OperationContext context, ViewType view, Optional<StreamSettings> before) {
    var created = context.now();
    var soonest = before.map(stream -> stream.created().plusMillis(1)).orElse(Instant.EPOCH);
    if (created.isBefore(soonest)) created = soonest;
    return new StreamSettings(
        context.catalog().newId(), view, LABEL.format(created), created, true);
  }

  /** Returns whether the table is to be encrypted with a customer key. */
  public static boolean isEncrypted(@Nullable EncryptionSpecification encryption) {
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
