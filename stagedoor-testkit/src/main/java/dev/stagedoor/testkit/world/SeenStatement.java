package dev.stagedoor.testkit.world;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A statement as a run sees it: every way to execute it is a boundary. */
final class SeenStatement extends Reflected {
  private final SeenConnection connection;
  private final Connection asConnection;
  private final @Nullable String prepared;
  private final List<String> batch = new ArrayList<>();
  private final Map<Integer, String> arguments = new TreeMap<>();

  /**
   * @param prepared its text, or null for one that gets it when it is executed
   */
  SeenStatement(
      SeenConnection connection,
      Connection asConnection,
      @Nullable Object target,
      @Nullable String prepared) {
    super(require(target));
    this.connection = connection;
    this.asConnection = asConnection;
    this.prepared = prepared;
  }

  private static Object require(@Nullable Object target) {
    if (target == null) {
      throw new IllegalStateException("the driver gave no statement");
    }
    return target;
  }

  @Override
  @Nullable Object called(Object proxy, Method method, @Nullable Object[] args) throws Throwable {
    String name = method.getName();
    if (name.startsWith("execute")) {
      return execute(method, args);
    }
    if (name.equals("getConnection")) {
      return asConnection;
    }
    if (name.equals("addBatch")) {
      batch.add(args.length == 0 ? String.valueOf(prepared) : String.valueOf(args[0]));
      return pass(method, rewritten(args));
    }
    if (name.startsWith("set") && args.length >= 2 && args[0] instanceof Integer position) {
      arguments.put(position, shown(args[1]));
    }
    return pass(method, args);
  }

  private @Nullable Object execute(Method method, @Nullable Object[] args) throws Throwable {
    String sql = sql(method, args);
    @Nullable Object[] passed = rewritten(args);
    Object result = connection.execute(sql, detail(), () -> pass(method, passed));
    tell(sql, result);
    return result;
  }

  private String sql(Method method, @Nullable Object[] args) {
    if (method.getName().endsWith("Batch")) {
      String all = String.join("; ", batch.stream().distinct().toList());
      batch.clear();
      return all;
    }
    return args.length > 0 && args[0] instanceof String given ? given : String.valueOf(prepared);
  }

  private @Nullable Object[] rewritten(@Nullable Object[] args) {
    if (args.length > 0 && args[0] instanceof String given) {
      @Nullable Object[] changed = args.clone();
      changed[0] = Sight.rewrite(given);
      return changed;
    }
    return args;
  }

  private void tell(String sql, @Nullable Object result) throws SQLException {
    if (result instanceof Integer rows) {
      connection.changed(sql, rows);
    } else if (result instanceof Long rows) {
      connection.changed(sql, rows);
    } else if (result instanceof int[] counts) {
      connection.changed(sql, Arrays.stream(counts).filter(n -> n > 0).sum());
    } else if (Boolean.FALSE.equals(result)) {
      connection.changed(sql, Math.max(0, statement().getUpdateCount()));
    } else {
      connection.answered(sql);
    }
  }

  private Statement statement() {
    return (Statement) target();
  }

  private String detail() {
    return arguments.isEmpty() ? "" : String.join(", ", arguments.values());
  }

  private static String shown(@Nullable Object argument) {
    String text = String.valueOf(argument);
    return text.length() <= 40 ? text : text.substring(0, 37) + "...";
  }
}
