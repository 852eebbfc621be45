package org.legio.runtime.engine;

import java.util.Arrays;

/** The natives of {@code mpi.CartComm} that Legio does not call. */
final class CartCommNatives extends Calls {

  CartCommNatives(RankState state) {
    super(state);
  }

  /** {@code MPI_Dims_create}: fills the zeros with factors that are close to each other. */
  void createDims_jni(int nodes, int[] dims) throws MpiErrorException {
    int left = nodes;
    int open = 0;
    for (int dim : dims) {
      if (dim < 0 || (dim > 0 && left % dim != 0)) {
        throw error(
            state.world, MpiError.DIMS, nodes + " processes in a grid of " + Arrays.toString(dims));
      }
      left = dim > 0 ? left / dim : left;
      open += dim == 0 ? 1 : 0;
    }
    int[] factors = balanced(left, open);
    int next = 0;
    for (int i = 0; i < dims.length; i++) {
      dims[i] = dims[i] == 0 ? factors[next++] : dims[i];
    }
  }

  /** Deals the prime factors out, the greatest first, each to what is the smallest then. */
  private static int[] balanced(int product, int count) {
    int[] parts = new int[count];
    Arrays.fill(parts, 1);
    int[] primes = primesOf(product);
    for (int i = primes.length - 1; i >= 0 && count > 0; i--) {
      int least = 0;
      for (int part = 1; part < count; part++) {
        least = parts[part] < parts[least] ? part : least;
      }
      parts[least] *= primes[i];
    }
    Arrays.sort(parts);
    for (int i = 0; i < count / 2; i++) {
      int first = parts[i];
      parts[i] = parts[count - 1 - i];
      parts[count - 1 - i] = first;
    }
    return parts;
  }

  private static int[] primesOf(int product) {
    int[] primes = new int[Integer.SIZE];
    int count = 0;
    int left = product;
    for (int prime = 2; prime <= left; prime++) {
      while (left % prime == 0) {
        primes[count++] = prime;
        left /= prime;
      }
    }
    return Arrays.copyOf(primes, count);
  }
}
