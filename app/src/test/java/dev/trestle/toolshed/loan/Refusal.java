package dev.trestle.toolshed.loan;

/** What the tool shed refuses to do. The messages never repeat what the client sent. */
public abstract sealed class Refusal extends RuntimeException {
  private Refusal(String message) {
    super(message, null, false, false);
  }

  /** The member has as many tools of the shed as one may have. */
  public static final class TooManyLoans extends Refusal {
    private final int max;

    public TooManyLoans(int max) {
      super("too many loans");
      this.max = max;
    }

    public int max() {
      return max;
    }
  }
}
