package org.legio.agent;

import static net.bytebuddy.matcher.ElementMatchers.hasDescriptor;
import static net.bytebuddy.matcher.ElementMatchers.isNative;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.SuperMethodCall;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.legio.ulfm.openmpi.Linker;

/**
 * Takes the place of the binding's natives: each protected native is shifted to {@code pmpi_NAME},
 * as C's PMPI does it, and a method of its old name calls the handler of its row.
 */
final class Weaver {
  private final Map<String, List<Call>> callsByOwner;
  private final KillPlan kills;

  /**
   * Prepares the weaving of a table.
   *
   * @param kills this rank's kills; the calls they name are watched, protected or not
   */
  Weaver(CallTable table, KillPlan kills) {
    this.kills = kills;
    this.callsByOwner =
        table.calls().stream()
            .filter(call -> call.treatment().isProtected() || kills.concerns(call))
            .collect(Collectors.groupingBy(Call::owner));
  }

  /** Weaves the binding's classes as they are loaded. */
  void install(Instrumentation instrumentation, AgentBuilder.Listener listener) {
    new AgentBuilder.Default(new ByteBuddy().with(TypeValidation.DISABLED))
        .with(listener)
        .enableNativeMethodPrefix(Linker.PREFIX)
        .type(namedOneOf(callsByOwner.keySet().toArray(String[]::new)))
        .transform(
            (builder, type, loader, module, domain) -> {
              Linker.bindingLoadedBy(loader);
              return weave(builder, callsByOwner.getOrDefault(type.getName(), List.of()));
            })
        .installOn(instrumentation);
  }

  private DynamicType.Builder<?> weave(DynamicType.Builder<?> builder, List<Call> calls) {
    DynamicType.Builder<?> woven = builder;
    for (Call call : calls) {
      woven =
          woven
              .method(named(call.name()).and(isNative()).and(hasDescriptor(call.descriptor())))
              .intercept(watched(call, body(call)));
    }
    return woven;
  }

  private static Implementation body(Call call) {
    return call.treatment()
        .room()
        .<Implementation>map(room -> handlerCall(room, call))
        .orElse(SuperMethodCall.INSTANCE);
  }

  private static Implementation handlerCall(Room room, Call call) {
    Method handler = room.methodFor(call);
    MethodCall getter = MethodCall.invoke(room.getter());
    MethodCall invocation =
        MethodCall.invoke(handler)
            .onMethodCall(room.getter().getParameterCount() == 0 ? getter : getter.withArgument(0));
    boolean receiver = handler.getParameterCount() > call.parameters().size();
    return (receiver ? invocation.withThis() : invocation)
        .withAllArguments()
        .withAssigner(Assigner.DEFAULT, Assigner.Typing.DYNAMIC);
  }

  private Implementation watched(Call call, Implementation body) {
    return kills.concerns(call)
        ? Advice.withCustomMapping()
            .bind(CallName.class, call.publicName())
            .to(Watch.class)
            .wrap(body)
        : body;
  }

  /** Marks the advice's parameter that is the call's name. */
  @Retention(RetentionPolicy.RUNTIME)
  @Target(ElementType.PARAMETER)
  @interface CallName {}

  /** Advice: tells the {@link Killer} of a call. */
  static final class Watch {
    private Watch() {}

    @Advice.OnMethodEnter
    static void enter(@CallName String name) {
      Killer.entering(name);
    }

    @Advice.OnMethodExit
    static void exit(@CallName String name) {
      Killer.leaving(name);
    }
  }
}
