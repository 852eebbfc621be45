package org.legio.runtime.engine;

import java.lang.reflect.Array;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.legio.runtime.engine.datatype.Basic;
import org.legio.runtime.engine.datatype.Datatype;

/** The natives of {@code mpi.Datatype} that Legio does not call. */
final class DatatypeNatives extends Calls {
  private final Map<Long, String> names = new HashMap<>();
  private final Map<Long, Map<Integer, byte[]>> attributes = new HashMap<>();

  DatatypeNatives(RankState state) {
    super(state);
  }

  private Datatype type(long handle) throws MpiErrorException {
    return anyType(state.world, handle);
  }

  void commit(long type) throws MpiErrorException {
    type(type).committed();
  }

  long free(long type) throws MpiErrorException {
    type(type);
    if (basic(type) != null) {
      throw error(state.world, MpiError.TYPE, "a basic datatype is not to be freed");
    }
    state.types.remove(type);
    names.remove(type);
    attributes.remove(type);
    return Predefined.DATATYPE_NULL;
  }

  long dup(long type) throws MpiErrorException {
    long made = state.types.add(type(type).copy());
    attributes.put(made, new TreeMap<>(attributesOf(type)));
    return made;
  }

  // ------------------------------------------------------------------ making

  long getContiguous(int count, long oldType) throws MpiErrorException {
    requireCount(state.world, count);
    return blocks(oldType, new int[] {count}, block -> 0);
  }

  long getVector(int count, int blockLength, int stride, long oldType) throws MpiErrorException {
    int extent = type(oldType).extent();
    return getHVector(count, blockLength, stride * extent, oldType);
  }

  /** The stride is in bytes. */
  long getHVector(int count, int blockLength, int stride, long oldType) throws MpiErrorException {
    requireCount(state.world, count);
    requireCount(state.world, blockLength);
    int[] lengths = new int[count];
    Arrays.fill(lengths, blockLength);
    return blocks(oldType, lengths, block -> block * stride);
  }

  long getIndexed(int[] blockLengths, int[] disps, long oldType) throws MpiErrorException {
    int extent = type(oldType).extent();
    requireSameLength(blockLengths, disps.length);
    return blocks(oldType, blockLengths, block -> disps[block] * extent);
  }

  /** The displacements are in bytes. */
  long getHIndexed(int[] blockLengths, int[] disps, long oldType) throws MpiErrorException {
    requireSameLength(blockLengths, disps.length);
    return blocks(oldType, blockLengths, block -> disps[block]);
  }

  private void requireSameLength(int[] blockLengths, int others) throws MpiErrorException {
    if (blockLengths.length != others) {
      throw error(
          state.world, MpiError.ARG, blockLengths.length + " blocks, " + others + " displacements");
    }
  }

  private long blocks(long oldType, int[] lengths, IntUnaryOperator first)
      throws MpiErrorException {
    Datatype[] types = new Datatype[lengths.length];
    Arrays.fill(types, type(oldType));
    int[] firsts = new int[lengths.length];
    Arrays.setAll(firsts, first);
    for (int length : lengths) {
      requireCount(state.world, length);
    }
    return state.types.add(Datatype.ofBlocks(types, firsts, lengths));
  }

  /** The displacements are in bytes; the types are objects of the binding. */
  long getStruct(int[] blockLengths, int[] disps, Object types) throws MpiErrorException {
    Datatype[] found = new Datatype[Array.getLength(types)];
    requireSameLength(blockLengths, disps.length);
    requireSameLength(blockLengths, found.length);
    for (int i = 0; i < found.length; i++) {
      found[i] = type(BindingFields.handle(Array.get(types, i)));
    }
    return state.types.add(Datatype.ofBlocks(found, disps, blockLengths));
  }

  long getResized(long oldType, int lb, int extent) throws MpiErrorException {
    return state.types.add(type(oldType).resized(lb, extent));
  }

  // ------------------------------------------------------------------ names, attributes

  void setName(long type, String name) throws MpiErrorException {
    type(type);
    names.put(type, name);
  }

  String getName(long type) throws MpiErrorException {
    type(type);
    return names.getOrDefault(type, nameOf(type));
  }

  private static String nameOf(long handle) {
    for (Basic basic : Basic.values()) {
      if (basic.handle() == handle) {
        return basic.label();
      }
    }
    return "";
  }

  int createKeyval_jni() {
    return state.keys.newKey();
  }

  void freeKeyval_jni(int keyval) throws MpiErrorException {
    freeKey(keyval);
  }

  private Map<Integer, byte[]> attributesOf(long type) {
    return attributes.computeIfAbsent(type, t -> new TreeMap<>());
  }

  void setAttr(long type, int keyval, byte[] value) throws MpiErrorException {
    type(type);
    requireKey(keyval);
    attributesOf(type).put(keyval, value);
  }

  @Nullable Object getAttr(long type, int keyval) throws MpiErrorException {
    type(type);
    requireKey(keyval);
    return attributesOf(type).get(keyval);
  }

  void deleteAttr(long type, int keyval) throws MpiErrorException {
    type(type);
    requireKey(keyval);
    attributesOf(type).remove(keyval);
  }
}
