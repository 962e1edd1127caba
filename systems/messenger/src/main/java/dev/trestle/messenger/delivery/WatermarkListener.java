package dev.trestle.messenger.delivery;

import dev.trestle.messenger.model.DeliveryStates.DeliveryState;

/** Receives watermarks that moved. */
public interface WatermarkListener {
  /** A user's devices have received more. */
  void received(DeliveryState state);

  /** A user has read more. */
  void read(DeliveryState state);
}
