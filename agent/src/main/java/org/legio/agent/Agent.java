package org.legio.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.legio.core.settings.Setting;
import org.legio.observability.Observability;
import org.legio.runtime.process.EmbeddedProcess;
import org.legio.runtime.shm.JobMemory;
import org.legio.ulfm.messages.ExitStatus;
import org.legio.ulfm.messages.Messages;
import org.legio.ulfm.openmpi.OpenMpiSettings;
import org.legio.ulfm.openmpi.library.Abi;
import org.legio.ulfm.openmpi.library.LibraryCheck;
import org.legio.ulfm.ports.DirectMemory;

/** The agent's entry point: {@code java -javaagent:legio.jar[=settings] ...}. */
public final class Agent {
  /** The argument by which a job runs without protection where the binding has no library. */
  public static final String PLAIN = "plain";

  private static final String REFUSED = "; strict=true refuses it";
  private static final String RUNS_ON = "; the program runs on, unprotected";

  private Agent() {}

  /**
   * Prepares this JVM before the program's {@code main}. Wrong arguments end the JVM with one line
   * and exit status 2. After any other failure a warning is logged and the program runs without
   * Legio, unless {@code strict=true}.
   *
   * @param arguments settings as {@code name=value}, separated by commas
   */
  public static void premain(@Nullable String arguments, Instrumentation instrumentation) {
    CallTable table;
    AgentOptions options;
    try {
      NativeHalf.asked(System.getenv());
      if (PLAIN.equals(arguments)) {
        startPlain(instrumentation);
        return;
      }
      table = new CallTable();
      options = AgentOptions.parse(arguments, System.getenv(), table::names);
    } catch (IllegalArgumentException e) {
      Messages.say("legio: " + e.getMessage());
      Runtime.getRuntime().halt(ExitStatus.USAGE.number());
      return;
    }
    objectToVariables(System.getenv());
    try {
      start(table, options, instrumentation);
    } catch (Exception | LinkageError e) {
      notPrepared(e, options.configuration().isOn(Setting.STRICT));
    }
  }

  private static void startPlain(Instrumentation instrumentation) {
    try {
      FinishedBinding kind = FinishedBinding.PLAIN;
      if (JobMemory.isNamedIn(System.getenv())) {
        EmbeddedProcess.join(System.getenv());
      } else {
        OpenMpiSettings.applyForJvm();
        if (NativeHalf.choose(System.getenv()) == NativeHalf.JNI) {
          return; // nothing is needed
        }
        kind = FinishedBinding.PLAIN_LIBMPI;
        requireLibrary();
      }
      installPlain(instrumentation, kind);
    } catch (IOException | LinkageError e) {
      notPrepared(e, true);
    }
  }

  private static void installPlain(Instrumentation instrumentation, FinishedBinding kind) {
    exportBuffers(instrumentation);
    BindingModule.openBy(instrumentation);
    Weaver.withoutProtection(kind).install(instrumentation);
  }

  /** Ends this JVM with one line if the natives are to call a library that is not there. */
  private static void requireLibrary() {
    LibraryCheck.obstacle(Abi.inUse())
        .ifPresent(
            why -> {
              if (ownRank() <= 0) {
                Messages.say("legio: " + why);
              }
              Runtime.getRuntime().halt(ExitStatus.FAILURE.number());
            });
  }

  /** Lets Legio ask the JDK where a program's direct buffers lie. */
  private static void exportBuffers(Instrumentation instrumentation) {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(DirectMemory.PACKAGE, Set.of(DirectMemory.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
  }

  /** Warns of wrong variables of the environment, at one rank, unless the launcher has done so. */
  private static void objectToVariables(Map<String, String> environment) {
    if (!environment.containsKey(Variables.LAUNCHER) && ownRank() <= 0) {
      Variables.objections(environment).forEach(line -> Messages.say("legio: " + line));
    }
  }

  private static void notPrepared(Throwable why, boolean strict) {
    if (JobMemory.isNamedIn(System.getenv())) {
      Messages.say(
          "legio: this process cannot take part in its job: "
              + (why instanceof IOException ? why.getMessage() : why));
      Runtime.getRuntime().halt(ExitStatus.FAILURE.number());
    }
    Messages.say(
        "legio: this JVM ("
            + System.getProperty("java.version")
            + ") cannot be prepared: "
            + why
            + (strict ? REFUSED : RUNS_ON));
    if (strict) {
      Runtime.getRuntime().halt(ExitStatus.FAILURE.number());
    }
  }

  private static void start(CallTable table, AgentOptions options, Instrumentation instrumentation)
      throws Exception {
    Logging.configure(options.configuration());
    if (JobMemory.isNamedIn(System.getenv())) {
      start(table, options, instrumentation, new EmbeddedRuntime(System.getenv()));
      return;
    }
    OpenMpiSettings.apply(); // before the choice, which may load Open MPI's library
    NativeHalf half = NativeHalf.choose(System.getenv());
    if (half != NativeHalf.JNI) {
      requireLibrary();
    }
    if (half.hasUlfm()) {
      start(table, options, instrumentation, new OpenMpiRuntime(half));
    } else {
      refuseProtection(options.configuration().isOn(Setting.STRICT));
      installPlain(instrumentation, FinishedBinding.PLAIN_LIBMPI);
    }
  }

  private static void refuseProtection(boolean isStrict) {
    if (ownRank() <= 0) {
      Messages.say("legio: " + LibraryCheck.noUlfm() + (isStrict ? REFUSED : RUNS_ON));
    }
    if (isStrict) {
      Runtime.getRuntime().halt(ExitStatus.FAILURE.number());
    }
  }

  private static void start(
      CallTable table, AgentOptions options, Instrumentation instrumentation, MpiRuntime runtime)
      throws Exception {
    ProcessEnd processEnd = new ProcessEnd(runtime.job(), runtime.stages());
    WeavingFailures failures = new WeavingFailures();
    Observability observability = Observability.prepare(instrumentation);
    Session.prepare(options, runtime, processEnd, failures, observability);
    processEnd.install(instrumentation);
    KillPlan kills = Boolean.getBoolean(RankFiles.COUNTING) ? KillPlan.COUNTING : options.kills();
    if (!kills.kills().isEmpty()) {
      kills = ownKills(kills);
      FaultInjector.arm(kills);
    }
    BindingModule.openBy(instrumentation);
    exportBuffers(instrumentation);
    new Weaver(table, kills, failures, runtime.kind()).install(instrumentation);
  }

  /** This process's rank in {@code MPI_COMM_WORLD}, as the launcher has set it; -1 without one. */
  static int ownRank() {
    return NativeHalf.ownRank(System.getenv());
  }

  private static KillPlan ownKills(KillPlan all) throws IOException {
    Map<String, String> environment = System.getenv();
    if (!JobMemory.isNamedIn(environment)) {
      return all.of(ownRank(), 0);
    }
    KillPlan own = all.of(ownRank(), JobMemory.replicaOf(environment));
    return JobMemory.isRestartable(environment)
        ? own.ofLife(JobMemory.incarnationOf(environment))
        : own;
  }
}
