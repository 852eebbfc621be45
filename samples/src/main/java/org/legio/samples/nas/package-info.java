/**
 * Kernels of the NAS Parallel Benchmarks (D. Bailey et al., RNR-94-007; classes S, W and A of NPB
 * 3), each with the benchmark's verification. EP is {@link org.legio.samples.EpGenerator}.
 */
package org.legio.samples.nas;
