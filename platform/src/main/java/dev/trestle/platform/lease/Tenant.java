package dev.trestle.platform.lease;

import java.util.Optional;

/** Who works on the shards that a {@link LeaseKeeper} has leases of. */
public interface Tenant {
  /**
   * How far a shard's work has come.
   *
   * @param done there is nothing more to come
   */
  record Progress(Optional<String> checkpoint, boolean done) {
    public static final Progress NONE = new Progress(Optional.empty(), false);
  }

  /** The shard is this process's now; its work begins behind the lease's checkpoint. */
  void begin(LeaseModel.Lease lease);

  /** How far it has come; written with the next renewal. */
  Progress progress(String shard);

  /**
   * Is to end the work on a shard that is to be given up. Does not wait for it, and is called again
   * until it has ended.
   *
   * @return how far it came, once it has ended
   */
  Optional<Progress> end(String shard);

  /** The shard is another's already: the work on it is to end, whatever it was at. */
  void lose(String shard);
}
