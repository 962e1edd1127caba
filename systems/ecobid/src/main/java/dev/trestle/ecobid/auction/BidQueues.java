package dev.trestle.ecobid.auction;

import dev.trestle.ecobid.auction.Bids.Bidder;
import dev.trestle.ecobid.auction.Bids.Result;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Queues the bids on each auction: the first thread that finds an auction free evaluates all
 * waiting bids, and the other threads pick up their results.
 */
final class BidQueues {
  private final BiFunction<AuctionId, List<Bidder>, List<Result>> placing;
  private final Map<AuctionId, Queue> queues = new ConcurrentHashMap<>();

  BidQueues(BiFunction<AuctionId, List<Bidder>, List<Result>> placing) {
    this.placing = placing;
  }

  Result submit(AuctionId auction, Bidder bidder) {
    var waiting = new Waiting(bidder);
    var queue = enter(auction, waiting);
    try {
      while (true) {
        queue.placing.lock();
        try {
          var result = waiting.result();
          if (result.isPresent()) return result.get();
          placeSome(auction, queue);
        } finally {
          queue.placing.unlock();
        }
      }
    } finally {
      leave(auction);
    }
  }

  private void placeSome(AuctionId auction, Queue queue) {
    var batch = queue.take();
    try {
      var results = placing.apply(auction, batch.stream().map(each -> each.bidder).toList());
      for (int i = 0; i < batch.size(); i++) batch.get(i).result = results.get(i);
    } catch (RuntimeException e) {
      batch.forEach(each -> each.failure = e);
    }
  }

  /** A queue exists while a thread uses it. */
  private Queue enter(AuctionId auction, Waiting waiting) {
    var entered =
        queues.compute(
            auction,
            (_, known) -> {
              var queue = known == null ? new Queue() : known;
              queue.users++;
              return queue;
            });
    entered.add(waiting);
    return entered;
  }

  private void leave(AuctionId auction) {
    queues.computeIfPresent(auction, (_, queue) -> --queue.users == 0 ? null : queue);
  }

  /** A waiting bid. Result and failure are guarded by {@code placing}. */
  private static final class Waiting {
    private final Bidder bidder;
    private @Nullable Result result;
    private @Nullable RuntimeException failure;

    Waiting(Bidder bidder) {
      this.bidder = bidder;
    }

    Optional<Result> result() {
      if (failure != null) throw failure;
      return Optional.ofNullable(result);
    }
  }

  private static final class Queue {
    /** Held by the thread that evaluates bids. */
    private final ReentrantLock placing = new ReentrantLock();

    /** Guards {@code waiting}. */
    private final ReentrantLock lock = new ReentrantLock();

    private final ArrayDeque<Waiting> waiting = new ArrayDeque<>();

    /** Changed only inside the map's compute. */
    private int users;

    void add(Waiting one) {
      lock.lock();
      try {
        waiting.add(one);
      } finally {
        lock.unlock();
      }
    }

    List<Waiting> take() {
      lock.lock();
      try {
        var batch = new ArrayList<Waiting>();
        while (batch.size() < Auctions.BATCH_MAX && !waiting.isEmpty()) batch.add(waiting.remove());
        return batch;
      } finally {
        lock.unlock();
      }
    }
  }
}
