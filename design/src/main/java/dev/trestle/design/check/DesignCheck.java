package dev.trestle.design.check;

import java.util.List;

/** One check, which looks for one kind of mistake in a design. */
public sealed interface DesignCheck
    permits DeclaredNames,
        ServedByKey,
        ProjectedAttributes,
        ConsistentReads,
        ForeignItems,
        FilteredSearch,
        IndexNeeded,
        RedundantCopies,
        UnusedEntities,
        DecodableKeys,
        DisjointKeys,
        KeyWidth,
        OrderedRanges,
        ItemSize,
        CollectionSize,
        PartitionLoad,
        ProvisionedCapacity,
        ExpiryAttributes,
        ExpiredReads,
        RecoverableTables,
        ReplicatedTables,
        IndexKeyWritten,
        TransactionLimits,
        RepeatedUpdates,
        UniqueClaims,
        AttributeNames,
        TableLimits,
        ExampleCoverage {

  /** All checks, in the order in which their findings are reported. */
  List<DesignCheck> ALL =
      List.of(
          new DeclaredNames(),
          new ServedByKey(),
          new ProjectedAttributes(),
          new ConsistentReads(),
          new ForeignItems(),
          new FilteredSearch(),
          new IndexNeeded(),
          new RedundantCopies(),
          new UnusedEntities(),
          new DecodableKeys(),
          new DisjointKeys(),
          new KeyWidth(),
          new OrderedRanges(),
          new ItemSize(),
          new CollectionSize(),
          new PartitionLoad(),
          new ProvisionedCapacity(),
          new ExpiryAttributes(),
          new ExpiredReads(),
          new RecoverableTables(),
          new ReplicatedTables(),
          new IndexKeyWritten(),
          new TransactionLimits(),
          new RepeatedUpdates(),
          new UniqueClaims(),
          new AttributeNames(),
          new TableLimits(),
          new ExampleCoverage());

  /** The stable name used in reports and to accept findings. */
  String name();

  /** A sentence about what it ensures. */
  String about();

  List<Finding> findings(CheckedDesign survey);
}
