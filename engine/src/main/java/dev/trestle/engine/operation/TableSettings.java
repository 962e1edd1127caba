package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.StreamSettings.ViewType;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The settings that CreateTable and UpdateTable have in common. */
final class TableSettings {
  private static final String INVALID = "One or more parameter values were invalid: ";
  private static final long UNITS_MAX = 1_000_000_000_000L;
  private static final DateTimeFormatter LABEL =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS").withZone(ZoneOffset.UTC);

  private TableSettings() {}

  static void constrain(
      Constraints constraints,
      @Nullable StreamSpecification stream,
      @Nullable EncryptionSpecification encryption,
      @Nullable String tableClass) {
    if (stream != null) {
      constraints
          .required("streamSpecification.streamEnabled", stream.streamEnabled())
          .oneOf(
              "streamSpecification.streamViewType",
              stream.streamViewType(),
              "NEW_IMAGE",
              "OLD_IMAGE",
              "NEW_AND_OLD_IMAGES",
              "KEYS_ONLY");
    }
    if (encryption != null) {
      constraints.oneOf("sSESpecification.sSEType", encryption.type(), "AES256", "KMS");
    }
    constraints.oneOf("tableClass", tableClass, "STANDARD", "STANDARD_INFREQUENT_ACCESS");
  }

  static ValidationException unitsPerRequest() {
    return new ValidationException(
        INVALID
            + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode"
            + " is PAY_PER_REQUEST");
  }

  static void requireInBounds(ProvisionedThroughput throughput) {
    requireInBounds("ReadCapacityUnits", given(throughput.readUnits()));
    requireInBounds("WriteCapacityUnits", given(throughput.writeUnits()));
  }

  private static void requireInBounds(String name, long units) {
    if (units > UNITS_MAX) {
      throw new ValidationException("Given value " + units + " for " + name + " is out of bounds");
    }
  }

  /** What is to be in the stream, if there is to be one. */
  static Optional<ViewType> stream(@Nullable StreamSpecification specification) {
    if (specification == null) return Optional.empty();
    var view = specification.streamViewType();
    if (given(specification.streamEnabled())) {
      if (view == null) {
        throw new ValidationException(
            INVALID + "StreamViewType is required when StreamEnabled is true");
      }
      return Optional.of(ViewType.valueOf(view));
    }
    if (view != null) {
      throw new ValidationException(
          INVALID + "StreamViewType should not be specified when StreamEnabled is false");
    }
    return Optional.empty();
  }

  /** A stream that begins now, with a label later than the one before it on the same table. */
  static StreamSettings newStream(Kernel kernel, ViewType view, Optional<StreamSettings> before) {
    var created = kernel.now();
    Instant soonest = before.map(stream -> stream.created().plusMillis(1)).orElse(Instant.EPOCH);
    if (created.isBefore(soonest)) created = soonest;
    return new StreamSettings(kernel.catalog().newId(), view, LABEL.format(created), created, true);
  }

  static boolean isEncrypted(@Nullable EncryptionSpecification encryption) {
    return encryption != null && Boolean.TRUE.equals(encryption.enabled());
  }
}
