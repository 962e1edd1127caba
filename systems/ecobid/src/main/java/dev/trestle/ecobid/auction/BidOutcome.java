package dev.trestle.ecobid.auction;

/** The outcome of a bid by the rules alone. */
public sealed interface BidOutcome {
  /** It was accepted, whether or not it leads. */
  record Accepted(Bidding after) implements BidOutcome {}

  /** The lowest bid that would be accepted now. */
  record TooLow(long nextMinimum) implements BidOutcome {}

  record Ended() implements BidOutcome {}
}
