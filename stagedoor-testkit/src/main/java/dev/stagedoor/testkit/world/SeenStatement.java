package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.world.SeenConnection.Told;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
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
      return execute(proxy, method, args);
    }
    if (name.equals("getConnection")) {
      return asConnection;
    }
    if (name.equals("addBatch")) {
      batch.add(args.length == 0 ? String.valueOf(prepared) : String.valueOf(args[0]));
      return pass(method, rewritten(args));
    }
    if (name.equals("clearBatch")) {
      batch.clear();
    }
    if (name.startsWith("set") && args.length >= 2 && args[0] instanceof Integer position) {
      arguments.put(position, shown(args[1]));
    }
    return seen(proxy, pass(method, args));
  }

  private @Nullable Object execute(Object proxy, Method method, @Nullable Object[] args)
      throws Throwable {
    @Nullable Object[] passed = rewritten(args);
    Object result =
        connection.execute(
            sql(method, args),
            detail(),
            new SeenConnection.Statements() {
              @Override
              public @Nullable Object execute() throws Throwable {
                return pass(method, passed);
              }

              @Override
              public Told told(@Nullable Object result) throws SQLException {
                return SeenStatement.this.told(result);
              }
            });
    return seen(proxy, result);
  }

  /** Rows lead back to the statement that is seen. */
  private static @Nullable Object seen(Object proxy, @Nullable Object result) {
    return result instanceof ResultSet rows ? leadingBack(ResultSet.class, rows, proxy) : result;
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

  private Told told(@Nullable Object result) throws SQLException {
    if (result instanceof Number rows) {
      return new Told(rows.longValue(), false);
    }
    if (result instanceof int[] counts) {
      return new Told(sum(Arrays.stream(counts).asLongStream()), false);
    }
    if (result instanceof long[] counts) {
      return new Told(sum(Arrays.stream(counts)), false);
    }
    if (Boolean.FALSE.equals(result)) {
      return new Told(Math.max(0, statement().getUpdateCount()), false);
    }
    ResultSet rows = result instanceof ResultSet given ? given : statement().getResultSet();
    return new Told(rows != null && rows.isBeforeFirst() ? 1 : 0, true);
  }

  /** Some, where the driver does not say how many. */
  private static long sum(LongStream counts) {
    return counts.map(n -> n == Statement.SUCCESS_NO_INFO ? 1 : Math.max(0, n)).sum();
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
