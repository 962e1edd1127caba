package dev.trestle.model.check;

import java.util.List;

/** One check: it looks for one kind of fault in a design. */
public sealed interface Rule
    permits Known,
        Served,
        Projected,
        Consistent,
        Alone,
        Filtered,
        IndexNeeded,
        Copies,
        Used,
        Decodable,
        Disjoint,
        Width,
        Ordered,
        ItemSize,
        CollectionSize,
        PartitionLoad,
        Lifetime,
        ExpiredReads,
        Recovery,
        Replicas,
        IndexKeyWritten,
        TransactionLimits,
        Counting,
        Unique,
        AttributeNames,
        TableLimits,
        Examples {

  /** Every check, in the order in which findings are told. */
  List<Rule> ALL =
      List.of(
          new Known(),
          new Served(),
          new Projected(),
          new Consistent(),
          new Alone(),
          new Filtered(),
          new IndexNeeded(),
          new Copies(),
          new Used(),
          new Decodable(),
          new Disjoint(),
          new Width(),
          new Ordered(),
          new ItemSize(),
          new CollectionSize(),
          new PartitionLoad(),
          new Lifetime(),
          new ExpiredReads(),
          new Recovery(),
          new Replicas(),
          new IndexKeyWritten(),
          new TransactionLimits(),
          new Counting(),
          new Unique(),
          new AttributeNames(),
          new TableLimits(),
          new Examples());

  /** The name by which it is known in reports and by those who accept a finding; never changes. */
  String name();

  /** What it sees to, in a sentence. */
  String about();

  List<Finding> findings(Survey survey);
}
