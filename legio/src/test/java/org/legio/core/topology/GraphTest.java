package org.legio.core.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.legio.core.topology.CartTest.assertError;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.legio.ulfm.ports.MpiConstants;

/** Graphs against lists of their edges. */
class GraphTest {
  private static final long SEED = Long.getLong("legio.seed", 42);

  @Test
  void neighborsAreAsListed() throws Exception {
    Random random = new Random(SEED);
    System.out.println("GraphTest: -Dlegio.seed=" + SEED);
    for (int trial = 0; trial < 200; trial++) {
      int nodes = 1 + random.nextInt(6);
      List<int[]> lists = new ArrayList<>();
      int[] index = new int[nodes];
      int total = 0;
      for (int node = 0; node < nodes; node++) {
        lists.add(random.ints(random.nextInt(4), 0, nodes).toArray());
        total += lists.get(node).length;
        index[node] = total;
      }
      int[] edges = lists.stream().flatMapToInt(Arrays::stream).toArray();
      assertThat(Graph.sizeOf(index, edges, nodes)).isEqualTo(nodes);
      for (int node = 0; node < nodes; node++) {
        Graph graph = new Graph(index, edges, node);
        assertThat(graph.neighborsOf(node)).isEqualTo(lists.get(node));
        assertThat(graph.neighbors().sources()).isEqualTo(lists.get(node));
        assertThat(graph.neighbors().destinations()).isEqualTo(lists.get(node));
        assertThat(graph.edges()).isEqualTo(edges);
      }
    }
  }

  @Test
  void everyNamedEdgeIsSeenAtBothItsEnds() throws Exception {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 200; trial++) {
      int size = 1 + random.nextInt(5);
      int[] sources = random.ints(random.nextInt(4), 0, size).toArray();
      int[] degrees = random.ints(sources.length, 0, 3).toArray();
      int edges = Arrays.stream(degrees).sum();
      int[] destinations = random.ints(edges, 0, size).toArray();
      int[] weights = random.ints(edges, 0, 9).toArray();
      Edges named = Edges.checked(sources, degrees, destinations, weights, size);
      for (int rank = 0; rank < size; rank++) {
        List<Integer> in = new ArrayList<>();
        List<Integer> out = new ArrayList<>();
        int edge = 0;
        for (int i = 0; i < sources.length; i++) {
          for (int k = 0; k < degrees[i]; k++, edge++) {
            if (destinations[edge] == rank) {
              in.addAll(List.of(sources[i], weights[edge]));
            }
            if (sources[i] == rank) {
              out.addAll(List.of(destinations[edge], weights[edge]));
            }
          }
        }
        DistGraph graph = named.graphAt(rank, true);
        assertThat(pairs(graph.neighbors().sources(), graph.sourceWeights())).isEqualTo(in);
        assertThat(pairs(graph.neighbors().destinations(), graph.destinationWeights()))
            .isEqualTo(out);
      }
    }
  }

  private static List<Integer> pairs(int[] ranks, int[] weights) {
    List<Integer> pairs = new ArrayList<>();
    for (int i = 0; i < ranks.length; i++) {
      pairs.addAll(List.of(ranks[i], weights[i]));
    }
    return pairs;
  }

  @Test
  void wrongArgumentsHaveTheErrorsOfMpi() throws Exception {
    int[] one = {1};
    assertError(TopologyError.ARGUMENT, () -> Graph.sizeOf(new int[5], new int[0], 4));
    assertError(TopologyError.ARGUMENT, () -> Graph.sizeOf(new int[] {2, 1}, new int[2], 4));
    assertError(TopologyError.ARGUMENT, () -> Graph.sizeOf(one, new int[] {1}, 4));
    assertError(TopologyError.ARGUMENT, () -> Graph.sizeOf(one, new int[] {-1}, 4));
    assertError(TopologyError.ARGUMENT, () -> Graph.sizeOf(one, new int[0], 4));
    assertError(TopologyError.ARGUMENT, () -> Edges.checked(new int[] {4}, one, one, null, 4));
    assertError(TopologyError.ARGUMENT, () -> Edges.checked(one, new int[] {-1}, one, null, 4));
    assertError(TopologyError.ARGUMENT, () -> Edges.checked(one, new int[] {2}, one, null, 4));
    assertError(TopologyError.ARGUMENT, () -> Edges.checked(one, one, one, new int[] {-1}, 4));
    assertError(
        TopologyError.ARGUMENT, () -> DistGraph.checked(one, null, new int[] {-1}, null, false, 4));
    Graph graph = new Graph(one, new int[1], 0);
    assertError(TopologyError.ARGUMENT, () -> graph.mapToGraph(0, 0));
    assertThat(graph.mapToGraph(1, 1)).isEqualTo(MpiConstants.UNDEFINED);
    assertThat(DistGraph.checked(one, null, one, null, false, 4).mapToGraph(1, 1)).isEqualTo(1);
  }
}
