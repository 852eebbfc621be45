package org.legio.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.legio.core.communicator.Communicator;
import org.legio.core.settings.Setting;
import org.legio.ulfm.ports.Serves;
import org.legio.ulfm.ports.ValueOperation;
import org.legio.ulfm.ports.ValueOperations;

/** The table has a row for each native of the binding, and each row is right about it. */
class CallTableTest {
  private static final String COMMUNICATOR = Communicator.class.descriptorString();
  private static final Set<String> HANDLES_OF_COMMUNICATORS = Set.of("COMM", "PEERCOMM", "ANYCOMM");

  private final CallTable table = new CallTable();

  @Test
  void everyNativeHasOneRowAndEveryRowANative() throws Exception {
    List<String> rows = table.calls().stream().map(Call::toString).toList();
    assertThat(rows).doesNotHaveDuplicates();
    Set<String> natives = nativesOfTheBinding();
    assertThat(natives.stream().filter(each -> !rows.contains(each)).map(CallTableTest::newRow))
        .as("rows to write in calls.txt, with a word for each parameter")
        .isEmpty();
    assertThat(rows).as("rows to delete from calls.txt").isSubsetOf(natives);
  }

  private static String newRow(String name) {
    return name.replaceFirst("\\.(\\w+\\()", " | $1") + " | LOCAL | - | - | pass REASON";
  }

  @Test
  void aRowNamesEveryParameter() {
    for (Call call : table.calls()) {
      MethodType type = ofMethod(call.descriptor());
      assertThat(call.parameters()).as("%s", call).hasSize(type.parameterCount());
      for (int i = 0; i < type.parameterCount(); i++) {
        if (HANDLES_OF_COMMUNICATORS.contains(call.parameters().get(i))) {
          assertThat(type.parameterType(i)).as("%s", call).isEqualTo(long.class);
        }
      }
    }
  }

  @Test
  void aProtectedRowHasARightPolicy() {
    Set<String> settings =
        Arrays.stream(Setting.values()).map(Setting::key).collect(Collectors.toSet());
    for (Call call : table.calls()) {
      if (!call.policy().isEmpty()) {
        assertThat(settings).as("%s", call).contains(call.policy());
      }
    }
  }

  @Test
  void aProtectedRowHasOneMethodOfItsHandler() {
    assertThat(table.calls())
        .filteredOn(call -> call.treatment().isProtected() && operationOf(call) == null)
        .filteredOn(call -> !methodsThatServe(call).equals(List.of(wovenMethod(call))))
        .extracting(CallTableTest::methodToWrite)
        .as("what to write, for each row")
        .isEmpty();
  }

  /** The name and the descriptor of the method that woven code calls. */
  private static String wovenMethod(Call call) {
    return CallFamily.methodName(call)
        + call.treatment().family().orElseThrow().methodDescriptor(call);
  }

  private static List<String> methodsThatServe(Call call) {
    return servingMethods(call.treatment().family().orElseThrow())
        .filter(method -> serves(method, call))
        .map(method -> method.getName() + descriptor(method))
        .toList();
  }

  private static Stream<Method> servingMethods(CallFamily family) {
    return Arrays.stream(family.handler().getMethods())
        .filter(method -> method.isAnnotationPresent(Serves.class))
        .filter(method -> !Modifier.isStatic(method.getModifiers()));
  }

  private static boolean serves(Method method, Call call) {
    return method.getAnnotation(Serves.class).value().equals(call.owner() + "." + call.name());
  }

  private static String methodToWrite(Call call) {
    CallFamily family = call.treatment().family().orElseThrow();
    if (family.handler() == Communicator.class) { // which serves collectives, as values
      String name = call.publicName().replaceAll("(?<=[a-z])(?=[A-Z])", "_");
      return "Collective: constant %s(\"%s\", ...)"
          .formatted(name.toUpperCase(Locale.ROOT), call.publicName());
    }
    MethodType type = ofMethod(family.methodDescriptor(call));
    return "%s: @Serves(\"%s.%s\") public %s %s%s throws Exception"
        .formatted(
            family.handler().getSimpleName(),
            call.owner(),
            call.name(),
            type.returnType().getSimpleName(),
            CallFamily.methodName(call),
            type.parameterList().stream()
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")")));
  }

  @Test
  void aMethodOfAHandlerHasAProtectedRow() {
    List<String> rows =
        Arrays.stream(CallFamily.values())
            .flatMap(family -> servingMethods(family).map(method -> rowToWrite(family, method)))
            .filter(row -> !row.isEmpty())
            .toList();
    assertThat(rows).as("rows to write in calls.txt").isEmpty();
  }

  /** The row that a method lacks; empty if it has one. */
  private String rowToWrite(CallFamily family, Method method) {
    return table.calls().stream()
        .filter(call -> serves(method, call))
        .findAny()
        .map(call -> isServedBy(family, call) ? "" : row(call, inRows(family)))
        .orElse(method + " serves no native: is it written as in calls.txt?");
  }

  private static String inRows(CallFamily family) {
    return family.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static boolean isServedBy(CallFamily family, Call call) {
    return call.treatment().family().filter(f -> f.handler() == family.handler()).isPresent();
  }

  private static String row(Call call, String family) {
    String parameters = String.join(" ", call.parameters());
    return "%s | %s%s | %s | %s%s | %s | protect %s"
        .formatted(
            call.owner(),
            call.name(),
            call.descriptor(),
            call.callClass(),
            call.wantsSelf() ? "SELF " : "",
            parameters.isEmpty() ? "-" : parameters,
            call.policy().isEmpty() ? "-" : call.policy(),
            family);
  }

  @Test
  void aRowServedByTheObjectBehindItsHandleBeginsWithTheHandle() {
    assertThat(table.calls())
        .filteredOn(call -> call.treatment().family().filter(CallFamily::isByHandle).isPresent())
        .allSatisfy(call -> assertThat(call.descriptor()).startsWith("(J"));
  }

  /** Which is all that has a communicator and is protected by a handler. */
  @Test
  void aRowWithACommunicatorGivesItToItsHandlerInPlaceOfTheHandle() {
    List<Call> calls =
        table.calls().stream()
            .filter(call -> call.parameters().contains("COMM"))
            .filter(call -> call.treatment().family().filter(f -> !f.isByHandle()).isPresent())
            .filter(call -> operationOf(call) == null)
            .toList();
    assertThat(calls).extracting(Call::publicName).contains("probe", "mProbe", "createWin", "open");
    for (Call call : calls) {
      CallFamily family = call.treatment().family().orElseThrow();
      MethodType type = ofMethod(family.methodDescriptor(call));
      int communicator = call.parameters().indexOf("COMM") + (call.wantsSelf() ? 1 : 0);
      for (int i = 0; i < type.parameterCount(); i++) {
        boolean isCommunicator = type.parameterType(i) == Communicator.class;
        assertThat(isCommunicator).as("%s, parameter %d", call, i).isEqualTo(i == communicator);
      }
      assertThat(type.changeParameterType(communicator, long.class))
          .as("%s", call)
          .isEqualTo(nativeWithoutBinding(call));
    }
  }

  /** The binding's types being objects, and the object that it is called on coming first. */
  private static MethodType nativeWithoutBinding(Call call) {
    MethodType type = ofMethod(call.descriptor().replaceAll("Lmpi/\\w+;", "Ljava/lang/Object;"));
    return call.wantsSelf() ? type.insertParameterTypes(0, Object.class) : type;
  }

  private static MethodType ofMethod(String descriptor) {
    return MethodType.fromMethodDescriptorString(descriptor, CallTableTest.class.getClassLoader());
  }

  @Test
  void anAbortReachesItsHandlerAndAnIntercommunicatorIsMadeByTheLocalCommunicator() {
    assertThat(descriptorInHandler("abort")).isEqualTo("(JI)V");
    assertThat(descriptorInHandler("compare")).isEqualTo("(" + COMMUNICATOR + "J)I");
    assertThat(descriptorInHandler("createIntercomm")).isEqualTo("(J" + COMMUNICATOR + "III)J");
  }

  private String descriptorInHandler(String name) {
    Call call =
        table.callsOf("mpi.Comm").stream()
            .filter(each -> each.name().equals(name))
            .findAny()
            .orElseThrow();
    return call.treatment().family().orElseThrow().methodDescriptor(call);
  }

  @Test
  void theNativeEntryFindsWhatACallIsAbout() {
    for (CallFamily family : CallFamily.values()) {
      assertThat(NativeEntry.class.getMethods())
          .as("%s", family)
          .filteredOn(method -> method.getName().equals(family.finder()))
          .extracting(CallTableTest::descriptor)
          .containsExactly("(J)L" + family.subjectType() + ";");
    }
  }

  @Test
  void aRowOfAnOperationHasItsSignatureAndAServerThatTakesItsCalls()
      throws ReflectiveOperationException {
    for (Call call : table.calls()) {
      ValueOperation operation = operationOf(call);
      if (operation != null && call.treatment().isProtected()) {
        boolean isBlocking = call.publicName().equals(operation.call());
        assertThat(operation.signature(isBlocking).descriptor(isBlocking))
            .as("%s", call)
            .isEqualTo(
                call.descriptor().replaceAll("L(java/nio/Buffer|mpi/Op);", "Ljava/lang/Object;"));
        Class<?> value = operation.kind().value();
        CallFamily family = call.treatment().family().orElseThrow();
        if (family.isByHandle()) {
          Class<?> server = family.handler();
          assertThat(server.getMethod("call", operation.kind().operation()).getReturnType())
              .isEqualTo(value);
          assertThat(server.getMethod(isBlocking ? "run" : "start", value).getReturnType())
              .isEqualTo(isBlocking ? void.class : long.class);
        } else {
          assertThat(call.parameters()).as("%s", call).startsWith("COMM");
          assertThat(methodsOf(family.handler()))
              .contains(
                  (isBlocking ? "run" : "start") + family.valueDescriptor(operation, isBlocking));
          assertThat(value.getMethod("ofThread", operation.kind().operation()).getReturnType())
              .isEqualTo(value);
        }
      }
    }
  }

  @Test
  void everyOperationIsServedInAllItsForms() {
    List<String> rows =
        Arrays.stream(ValueOperations.values())
            .flatMap(kind -> Arrays.stream(kind.operations()))
            .flatMap(
                operation ->
                    Stream.of(operation.call(), operation.nonBlockingCall())
                        .filter(form -> !form.isEmpty())
                        .map(form -> rowToWrite(operation, form)))
            .filter(row -> !row.isEmpty())
            .toList();
    assertThat(rows).as("rows to write in calls.txt").isEmpty();
  }

  /** The row that a form of an operation lacks; empty if it has one. */
  private String rowToWrite(ValueOperation operation, String form) {
    return table.callsOf(operation.owner()).stream()
        .filter(call -> call.publicName().equals(form))
        .findAny()
        .map(call -> call.treatment().isProtected() ? "" : row(call, "FAMILY"))
        .orElse(operation + " names no native: " + operation.owner() + "." + form);
  }

  private static @Nullable ValueOperation operationOf(Call call) {
    return ValueOperations.find(call.owner(), call.publicName());
  }

  private static List<String> methodsOf(Class<?> handler) {
    return Arrays.stream(handler.getMethods())
        .filter(method -> !Modifier.isStatic(method.getModifiers()))
        .map(method -> method.getName() + descriptor(method))
        .toList();
  }

  @Test
  void nativeEntryGivesEveryFamilysHandler() {
    for (CallFamily family : CallFamily.values()) {
      assertThat(NativeEntry.class.getMethods())
          .as("%s", family)
          .filteredOn(method -> method.getName().equals(family.getter()))
          .extracting(CallTableTest::descriptor)
          .containsExactly(family.getterDescriptor());
    }
  }

  @Test
  void aPassedRowSaysWhy() {
    assertThat(table.calls())
        .filteredOn(call -> !call.treatment().isProtected())
        .allSatisfy(call -> assertThat(call.treatment().reason()).isNotBlank());
  }

  @Test
  void usersKnowCallsByTheirPublicNames() {
    assertThat(table.names()).contains("allReduce", "Init", "Finalize", "getVersion", "openPort");
    assertThat(table.names()).noneMatch(name -> name.matches(".*(_jni|JNI)$"));
  }

  private static Set<String> nativesOfTheBinding() throws IOException, URISyntaxException {
    URI place = mpi.Comm.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path path = Path.of(place);
    if (Files.isDirectory(path)) {
      return nativesUnder(path.resolve("mpi"));
    }
    try (FileSystem jar = FileSystems.newFileSystem(path, Map.of())) {
      return nativesUnder(jar.getPath("mpi"));
    }
  }

  private static Set<String> nativesUnder(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.startsWith("package-info"))
          .flatMap(name -> natives("mpi." + name.substring(0, name.length() - ".class".length())))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Stream<String> natives(String className) {
    try {
      return Arrays.stream(
              Class.forName(className, false, CallTableTest.class.getClassLoader())
                  .getDeclaredMethods())
          .filter(method -> Modifier.isNative(method.getModifiers()))
          .map(method -> className + "." + method.getName() + descriptor(method));
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String descriptor(Method method) {
    return MethodType.methodType(method.getReturnType(), method.getParameterTypes())
        .toMethodDescriptorString();
  }
}
