package dev.trestle.platform.lease;

import java.util.Optional;

/** Works on the shards that a {@link LeaseKeeper} holds leases on. */
public interface LeaseHolder {
  /**
   * The progress of the work on a shard.
   *
   * @param done whether the shard is finished for good
   */
  record Progress(Optional<String> checkpoint, boolean done) {
    public static final Progress NONE = new Progress(Optional.empty(), false);
  }

  /** Starts work on a shard, after the lease's checkpoint. */
  void begin(LeaseModel.Lease lease);

  /** The progress to store with the next renewal. */
  Progress progress(String shard);

  /**
   * Stops work on a shard that is to be released. Does not wait, and is called again until the work
   * has ended.
   *
   * @return the final progress, once the work has ended
   */
  Optional<Progress> end(String shard);

  /** Stops work on a shard that another server has taken, or that is done. */
  void lose(String shard);
}
