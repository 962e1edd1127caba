package dev.trestle.homeops;

/** Carries a refusal to the caller. */
public final class RefusedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Refusal refusal;

  RefusedException(Refusal refusal) {
    super("refused");
    this.refusal = refusal;
  }

  public Refusal refusal() {
    return refusal;
  }
}
