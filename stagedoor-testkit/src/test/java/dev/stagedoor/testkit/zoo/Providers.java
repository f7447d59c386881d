package dev.stagedoor.testkit.zoo;

import dev.stagedoor.testkit.fakes.ModelProvider;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The services that the zoo's handlers call, and a model of each. */
final class Providers {
  private Providers() {}

  /** Nothing was done: too many requests, or one under this key is still running. */
  @SuppressWarnings("serial")
  static final class Busy extends RuntimeException {
    Busy() {
      super("busy");
    }
  }

  interface Mailer {
    void send(String mail, @Nullable String key);
  }

  static final class ModelMailer extends ModelProvider implements Mailer {
    ModelMailer() {}

    ModelMailer(Duration keepsKeys) {
      super(keepsKeys);
    }

    @Override
    public void send(String mail, @Nullable String key) {
      accept(key, mail);
    }
  }

  interface Bank {
    void charge(long customer, long amount, String key);

    void refund(long refund, long amount, String key);
  }

  static final class ModelBank extends ModelProvider implements Bank {
    private record Charge(long customer, long amount) {}

    private record Refund(long refund, long amount) {}

    @Override
    public void charge(long customer, long amount, String key) {
      accept(key, new Charge(customer, amount));
    }

    @Override
    public void refund(long refund, long amount, String key) {
      accept(key, new Refund(refund, amount));
    }
  }

  /** Keeps every version of an object. */
  interface Store {
    boolean exists(String name);

    void put(String name);

    void putIfAbsent(String name);
  }

  static final class ModelStore extends ModelProvider implements Store {
    @Override
    public boolean exists(String name) {
      return accepted(put -> put.request().equals(name)) > 0;
    }

    @Override
    public void put(String name) {
      accept(null, name);
    }

    @Override
    public void putIfAbsent(String name) {
      accept(name, name);
    }
  }

  interface Hooks {
    void post(String event, @Nullable String key);
  }

  static final class ModelHooks extends ModelProvider implements Hooks {
    @Override
    public void post(String event, @Nullable String key) {
      accept(key, event);
    }
  }

  interface Carrier {
    void label(String parcel, @Nullable String key);

    boolean hasLabel(String parcel);
  }

  static final class ModelCarrier extends ModelProvider implements Carrier {
    @Override
    public void label(String parcel, @Nullable String key) {
      accept(key, parcel);
    }

    @Override
    public boolean hasLabel(String parcel) {
      return accepted(label -> label.request().equals(parcel)) > 0;
    }
  }

  /** Hands over one message again and again, each time as another entry. */
  interface Inbox {
    String entryId();
  }

  static final class ModelInbox implements Inbox {
    private final AtomicLong entries = new AtomicLong();

    @Override
    public String entryId() {
      return entries.incrementAndGet() + "-0";
    }
  }
}
