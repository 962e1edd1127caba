package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The plainest representation: a type and a Java object. */
final class Trees implements ValueFormat<Trees.Tree> {
  record Tree(Type type, Object content) {}

  @Override
  public Tree string(String text) {
    return new Tree(Type.S, text);
  }

  @Override
  public Tree number(String number) {
    return new Tree(Type.N, new BigDecimal(number));
  }

  @Override
  public Tree number(long number) {
    return new Tree(Type.N, BigDecimal.valueOf(number));
  }

  @Override
  public Tree bool(boolean bool) {
    return new Tree(Type.BOOL, bool);
  }

  @Override
  public Tree binary(byte[] bytes) {
    return new Tree(Type.B, bytes.clone());
  }

  @Override
  public Tree nul() {
    return new Tree(Type.NULL, true);
  }

  @Override
  public Tree list(List<Tree> elements) {
    return new Tree(Type.L, List.copyOf(elements));
  }

  @Override
  public Tree map(Map<String, Tree> fields) {
    return new Tree(Type.M, Map.copyOf(fields));
  }

  /** Like DynamoDB, rejects an empty set and one with duplicates. */
  private static Tree set(Type type, Collection<?> members) {
    if (members.isEmpty()) throw new IllegalArgumentException("an empty set");
    var compared = members.stream().map(Trees::compared).distinct().count();
    if (compared != members.size()) throw new IllegalArgumentException("a member twice");
    return new Tree(type, new ArrayList<>(members));
  }

  private static Object compared(Object member) {
    return member instanceof byte[] bytes ? Arrays.toString(bytes) : member;
  }

  @Override
  public Tree strings(Collection<String> members) {
    return set(Type.SS, members);
  }

  @Override
  public Tree numbers(Collection<String> members) {
    set(
        Type.NS,
        members.stream().map(number -> new BigDecimal(number).stripTrailingZeros()).toList());
    return new Tree(Type.NS, new ArrayList<>(members));
  }

  @Override
  public Tree binaries(Collection<byte[]> members) {
    return set(Type.BS, members);
  }

  @Override
  public Type type(Tree value) {
    return value.type;
  }

  @Override
  public String asString(Tree value) {
    return (String) value.content;
  }

  @Override
  public BigDecimal asNumber(Tree value) {
    return (BigDecimal) value.content;
  }

  @Override
  public long asLong(Tree value) {
    return asNumber(value).longValueExact();
  }

  @Override
  public boolean asBool(Tree value) {
    return (boolean) value.content;
  }

  @Override
  public byte[] asBinary(Tree value) {
    return (byte[]) value.content;
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<Tree> asList(Tree value) {
    return (List<Tree>) value.content;
  }

  @Override
  @SuppressWarnings("unchecked")
  public Map<String, Tree> asMap(Tree value) {
    return (Map<String, Tree>) value.content;
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<String> asStrings(Tree value) {
    return (List<String>) value.content;
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<String> asNumbers(Tree value) {
    return (List<String>) value.content;
  }

  @Override
  @SuppressWarnings("unchecked")
  public List<byte[]> asBinaries(Tree value) {
    return (List<byte[]>) value.content;
  }
}
