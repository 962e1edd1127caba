package dev.trestle.ecobid;

/** Carries a {@link Refusal} to the caller. */
public final class RefusedException extends RuntimeException {
  private final transient Refusal refusal;

  RefusedException(Refusal refusal) {
    super(refusal.getClass().getSimpleName(), null, false, false);
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
