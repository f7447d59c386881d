package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.fakes.ModelProvider;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The models of one interleaving, made anew for each. */
public final class Clients {
  private volatile @Nullable WrongUse wrong;
  private final Map<Class<?>, Given> byType = new LinkedHashMap<>();

  /** A client that a test gives: its interface, what stands for the provider, and how it fails. */
  public record Declared(Class<?> type, Supplier<?> model, ClientFaults faults) {}

  private record Given(Object model, ClientFaults faults) {}

  public Clients(List<Declared> declared, InstantSource clock) {
    for (Declared each : declared) {
      Object model = Objects.requireNonNull(each.model().get(), "the model of a client is null");
      if (model instanceof ModelProvider provider) {
        provider.use(clock);
      }
      byType.put(each.type(), new Given(model, each.faults()));
    }
  }

  /** The model behind a client. */
  public Object behind(Class<?> client) {
    Given given = byType.get(client);
    if (given == null) {
      throw wrong(
          client.getSimpleName()
              + ".class is no client: add .client("
              + client.getSimpleName()
              + ".class, …); there are "
              + names());
    }
    return given.model();
  }

  <C> C seen(Class<C> type, Stops stops) {
    Given given = byType.get(type);
    if (given == null) {
      throw wrong(
          "w.client("
              + type.getSimpleName()
              + ".class): there is none, add .client("
              + type.getSimpleName()
              + ".class, …); there are "
              + names());
    }
    if (!type.isInterface()) {
      throw wrong(
          "w.client("
              + type.getSimpleName()
              + ".class): it is no interface, so its calls cannot be seen: take w.provider(…), and"
              + " call w.boundary(\"…\") right before each of its effects");
    }
    return Reflected.proxy(type, new SeenClient(type, given.model(), given.faults(), stops));
  }

  /** What the test got wrong while a run was going; null if nothing. */
  public @Nullable WrongUse wrong() {
    return wrong;
  }

  /** Kept, since the handler may catch it. */
  private WrongUse wrong(String message) {
    WrongUse made = new WrongUse(message);
    wrong = made;
    return made;
  }

  private List<String> names() {
    return byType.entrySet().stream()
        .map(e -> e.getKey().getSimpleName() + " by " + e.getValue().model().getClass().getName())
        .toList();
  }

  <M> M model(Class<M> type) {
    List<M> found = new ArrayList<>();
    for (Given given : byType.values()) {
      if (type.isInstance(given.model())) {
        found.add(type.cast(given.model()));
      }
    }
    if (found.size() != 1) {
      throw wrong(
          "w.provider("
              + type.getSimpleName()
              + ".class): "
              + found.size()
              + " models are of this type, name the class of one that was given with .client(…, "
              + type.getSimpleName()
              + "::new); there are "
              + names());
    }
    return found.get(0);
  }
}
