package org.legio.agent;

import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.none;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.modifier.Ownership;
import net.bytebuddy.description.modifier.Visibility;
import org.legio.ulfm.Job;

/**
 * Lets every end of a JVM that has not finalised MPI look like a crash, which the other ranks
 * notice at once: exit, halt, SIGTERM, return from main, an uncaught exception on the main thread
 * (out of memory included, and also while other threads would keep the JVM alive).
 *
 * <p>ULFM as launched by Open MPI 5 notices a process killed by a signal, not one that exits with a
 * status. So the last steps of the JVM's own shutdown, which come after the program's shutdown
 * hooks, are woven to end the process by SIGKILL instead.
 */
final class ProcessEnd {
  private static final String HOLDER = "java.lang.LegioProcessEnd";
  private static final String HOOK = "hook";

  private final Job job;
  private final Thread main = Thread.currentThread();
  private volatile boolean watching;

  ProcessEnd(Job job) {
    this.job = job;
  }

  /** Whether an end of the process is to look like a crash from now on. */
  void watch(boolean on) {
    watching = on;
  }

  /** The JVM is shutting down, or the current thread has died of an exception. */
  private void ending(boolean ofProcess) {
    if (watching && (ofProcess || Thread.currentThread() == main)) {
      job.crash();
    }
  }

  /**
   * Weaves the JVM's shutdown.
   *
   * @throws ReflectiveOperationException if this JDK's is not as expected
   */
  void install(Instrumentation instrumentation, AgentBuilder.Listener listener)
      throws ReflectiveOperationException {
    Class<?> holder = defineHolder(instrumentation);
    Field process = holder.getField(HOOK + "OfProcess");
    Field thread = holder.getField(HOOK + "OfThread");
    process.set(null, (Runnable) () -> ending(true));
    thread.set(null, (Runnable) () -> ending(false));
    new AgentBuilder.Default()
        .disableClassFormatChanges()
        .with(AgentBuilder.RedefinitionStrategy.RETRANSFORMATION)
        .with(listener)
        .ignore(none())
        .type(named("java.lang.Shutdown"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder
                    .visit(
                        Advice.withCustomMapping()
                            .bind(Hook.class, process)
                            .to(AtEntry.class)
                            .on(named("halt").and(takesArguments(int.class))))
                    .visit(
                        Advice.withCustomMapping()
                            .bind(Hook.class, process)
                            .to(AtExit.class)
                            .on(named("shutdown").and(takesArguments(0)))))
        .type(named("java.lang.Thread"))
        .transform(
            (builder, type, loader, module, domain) ->
                builder.visit(
                    Advice.withCustomMapping()
                        .bind(Hook.class, thread)
                        .to(AtExit.class)
                        .on(named("dispatchUncaughtException"))))
        .installOn(instrumentation);
  }

  /** A class beside those woven, for them to find the hooks in. */
  private static Class<?> defineHolder(Instrumentation instrumentation)
      throws ReflectiveOperationException {
    Module own = ProcessEnd.class.getModule();
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("java.lang", Set.of(own)),
        Set.of(),
        Map.of());
    byte[] bytes =
        new ByteBuddy()
            .subclass(Object.class)
            .name(HOLDER)
            .modifiers(Visibility.PUBLIC)
            .defineField(HOOK + "OfProcess", Runnable.class, Visibility.PUBLIC, Ownership.STATIC)
            .defineField(HOOK + "OfThread", Runnable.class, Visibility.PUBLIC, Ownership.STATIC)
            .make()
            .getBytes();
    return MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup()).defineClass(bytes);
  }

  /** Marks the advice's parameter that is the hook. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  @interface Hook {}

  /** Advice: runs the hook before a method. */
  static final class AtEntry {
    private AtEntry() {}

    @Advice.OnMethodEnter
    static void enter(@Hook Runnable hook) {
      hook.run();
    }
  }

  /** Advice: runs the hook after a method, however it ends. */
  static final class AtExit {
    private AtExit() {}

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Hook Runnable hook) {
      hook.run();
    }
  }
}
