package dev.trestle.design.simulate;

import dev.trestle.design.cost.TableOrIndex;
import dev.trestle.item.throughput.KeyPosition;
import dev.trestle.item.throughput.UnitKind;

/** What a request takes from one table or global index. */
public record Demand(TableOrIndex resource, UnitKind kind, KeyPosition position, double units) {}
