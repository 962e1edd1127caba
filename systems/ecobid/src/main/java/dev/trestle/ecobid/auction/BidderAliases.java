package dev.trestle.ecobid.auction;

import com.github.f4b6a3.ulid.Ulid;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.platform.crypto.Hmac;
import java.nio.ByteBuffer;

/**
 * The public names of bidders. An alias is derived from the auction and the bidder, so it is the
 * same on every page of a history and differs between auctions: it does not reveal who bids
 * elsewhere.
 */
public final class BidderAliases {
  private static final int SHOWN = 5;

  private final Hmac code;

  public BidderAliases(byte[] secret) {
    this.code = new Hmac(secret);
  }

  /** Such as {@code bidder 7K2QM}. */
  public String of(AuctionId auction, UserId bidder) {
    return "bidder " + ulid("name", auction, bidder).toString().substring(26 - SHOWN);
  }

  /** The name of a bidder whose account was closed. */
  public UserId anonymous(AuctionId auction, UserId bidder) {
    return new UserId("user_" + ulid("closed", auction, bidder));
  }

  private Ulid ulid(String purpose, AuctionId auction, UserId bidder) {
    var bytes = ByteBuffer.wrap(code.of(purpose, auction.value() + " " + bidder.value()));
    return new Ulid(bytes.getLong(), bytes.getLong());
  }
}
