package dev.trestle.store.property;

import dev.trestle.store.property.Sample.Blob;
import dev.trestle.store.property.Sample.Grade;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.Optional;
import java.util.UUID;

/** What an item collection reads: samples, and stubs beside them. */
sealed interface Stored permits Sample, Stored.Stub {
  /** Itself, or a sample with the same components. */
  Sample asSample();

  /** A record with the components that keys are made of. */
  record Stub(
      String word,
      String other,
      long count,
      int level,
      Instant at,
      LocalDate day,
      YearMonth month,
      UUID id,
      Grade grade,
      Optional<String> tag,
      Optional<Long> score,
      Optional<Instant> due,
      String title,
      long total,
      String ulid,
      Instant since,
      Blob blob,
      String note)
      implements Stored {
    static Stub of(Sample sample, String note) {
      return new Stub(
          sample.word(),
          sample.other(),
          sample.count(),
          sample.level(),
          sample.at(),
          sample.day(),
          sample.month(),
          sample.id(),
          sample.grade(),
          sample.tag(),
          sample.score(),
          sample.due(),
          sample.title(),
          sample.total(),
          sample.ulid(),
          sample.since(),
          sample.blob(),
          note);
    }

    @Override
    public Sample asSample() {
      return Samples.sampleOf(this);
    }
  }
}
