package mpi;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs {@link BindingScenarios} on classes without natives, each scenario with a fresh MPI. */
class BindingTest {
  @TestFactory
  Stream<DynamicTest> binding() {
    return Arrays.stream(BindingScenarios.class.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .map(Method::getName)
        .sorted()
        .map(name -> DynamicTest.dynamicTest(name, () -> run(name)));
  }

  private static void run(String name) throws Throwable {
    Natives.reset();
    Class<?> scenarios = new Natives.Loader().loadClass(BindingScenarios.class.getName());
    try {
      scenarios.getDeclaredMethod(name).invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
