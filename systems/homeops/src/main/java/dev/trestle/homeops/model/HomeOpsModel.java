package dev.trestle.homeops.model;

import dev.trestle.model.Model;

/** All of HomeOps' data. */
public final class HomeOpsModel {
  public static final Model MODEL =
      Model.named("homeops")
          .entities(
              Messages.MESSAGE_OF,
              Activities.ACTIVITY_OF,
              People.PROFILE,
              People.DM_STATUS,
              People.BALANCE,
              People.SUMMARY,
              Memory.ALIAS_OF,
              Memory.EFFORT,
              Memory.PREFERENCE,
              Memory.HABIT,
              Promises.PROMISE_OF,
              ResponseCounters.COUNTER)
          .patterns(
              Messages.A1,
              Messages.A2,
              Activities.A3,
              Activities.A4,
              People.A5,
              Memory.A6,
              People.A7,
              Promises.A8,
              Promises.A9,
              People.A10)
          .patterns(
              Messages.H11,
              Memory.H12,
              People.H13,
              Memory.H14,
              Memory.H15,
              Memory.H16,
              Memory.H17,
              Memory.H18,
              Memory.H19,
              Memory.H20,
              Memory.H21,
              Memory.H22,
              Memory.H23,
              People.H24,
              People.H25,
              Memory.H26,
              Activities.H27,
              Memory.H28,
              Activities.H29,
              Messages.H30,
              Activities.H31,
              ResponseCounters.H32,
              ResponseCounters.H33,
              Messages.H34)
          .patterns(People.SAVE, People.SETTLE, People.SUMMARISE, Memory.FIRST, Promises.SAVE)
          .build();

  private HomeOpsModel() {}
}
