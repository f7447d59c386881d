package dev.stagedoor.effect;

import dev.stagedoor.tx.BoundStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Proves that a user's table can hold claims, and knows the types of its columns. Thread-safe.
 *
 * <p>The types are looked up once, at the first use in this process.
 */
public final class ClaimTables {
  private static final Set<String> SUBJECT_TYPES =
      Set.of("bigint", "integer", "uuid", "text", "character varying");
  private static final Set<String> KIND_TYPES = Set.of("text", "character varying");
  private static final String TIME = "timestamp with time zone";

  private final Map<ClaimTable, Known> known = new ConcurrentHashMap<>();

  /**
   * A table whose columns are known, ready for SQL.
   *
   * @param key the columns of the unique index, each with the expression of its value
   */
  record Typed(
      String table, Map<String, String> key, String claimedAt, String doneAt, String subjectType) {}

  private record Known(Typed typed, ClaimSql sql) {}

  private record Column(String type, boolean notNull, boolean filled) {
    /** Without a length: {@code character varying(20)} is {@code character varying}. */
    private String plainType() {
      return type.replaceAll("\\(\\d+\\)", "");
    }
  }

  /**
   * What makes the table unfit, each in one line with the mend; empty if it is fit.
   *
   * <p>Proves: the columns are there and of the right type; a unique index stands on exactly the
   * subject and the kind; nothing else must be given for a row to be inserted.
   */
  public static List<String> prove(Connection connection, ClaimTable table) throws SQLException {
    Map<String, Column> columns = columns(connection, table);
    if (columns.isEmpty()) {
      return List.of("claim table " + table.name() + " does not exist: " + create(table));
    }
    List<String> faults = new ArrayList<>();
    type(faults, table, columns, table.subject(), SUBJECT_TYPES, "bigint");
    if (table.kind() != null) {
      type(faults, table, columns, table.kind(), KIND_TYPES, "text");
    }
    type(faults, table, columns, table.claimedAt(), Set.of(TIME), "timestamptz");
    type(faults, table, columns, table.doneAt(), Set.of(TIME), "timestamptz");
    nulls(faults, table, columns);
    if (faults.isEmpty() && !hasIndex(connection, table)) {
      faults.add(
          "claim table "
              + table.name()
              + " has no unique index on exactly "
              + String.join(", ", keyColumns(table))
              + ": CREATE UNIQUE INDEX ON "
              + table.name()
              + " ("
              + String.join(", ", keyColumns(table))
              + ")");
    }
    return List.copyOf(faults);
  }

  private static String create(ClaimTable table) {
    return "CREATE TABLE "
        + table.name()
        + " ("
        + table.subject()
        + " bigint NOT NULL, "
        + (table.kind() == null ? "" : table.kind() + " text NOT NULL, ")
        + table.claimedAt()
        + " timestamptz NOT NULL, "
        + table.doneAt()
        + " timestamptz, PRIMARY KEY ("
        + String.join(", ", keyColumns(table))
        + "))";
  }

  private static void type(
      List<String> faults,
      ClaimTable table,
      Map<String, Column> columns,
      String name,
      Set<String> fit,
      String advice) {
    Column column = columns.get(name);
    String alter = ": ALTER TABLE " + table.name();
    if (column == null) {
      faults.add(
          "claim table "
              + table.name()
              + " has no column "
              + name
              + alter
              + " ADD COLUMN "
              + name
              + " "
              + advice);
    } else if (!fit.contains(column.plainType())) {
      faults.add(
          "column "
              + name
              + " of claim table "
              + table.name()
              + " is "
              + column.type()
              + alter
              + " ALTER COLUMN "
              + name
              + " TYPE "
              + advice);
    }
  }

  private static void nulls(List<String> faults, ClaimTable table, Map<String, Column> columns) {
    String alter = ": ALTER TABLE " + table.name() + " ALTER COLUMN ";
    Column claimed = columns.get(table.claimedAt());
    if (claimed != null && !claimed.notNull()) {
      faults.add(
          "column "
              + table.claimedAt()
              + " of claim table "
              + table.name()
              + " may be null"
              + alter
              + table.claimedAt()
              + " SET NOT NULL");
    }
    Set<String> ours = new TreeSet<>(keyColumns(table));
    ours.add(table.claimedAt());
    columns.forEach(
        (name, column) -> {
          if (column.notNull() && !column.filled() && !ours.contains(name)) {
            faults.add(
                "column "
                    + name
                    + " of claim table "
                    + table.name()
                    + " must be given, and a claim"
                    + " does not know it"
                    + alter
                    + name
                    + " DROP NOT NULL, or SET DEFAULT");
          }
        });
  }

  private static List<String> keyColumns(ClaimTable table) {
    return table.kind() == null ? List.of(table.subject()) : List.of(table.subject(), table.kind());
  }

  private static Map<String, Column> columns(Connection connection, ClaimTable table)
      throws SQLException {
    Map<String, Column> columns = new LinkedHashMap<>();
    try (PreparedStatement statement =
            BoundStatement.prepare(connection, ClaimTablesSql.COLUMNS, quoted(table.name()));
        ResultSet row = statement.executeQuery()) {
      while (row.next()) {
        columns.put(
            row.getString("name"),
            new Column(
                row.getString("type"), row.getBoolean("not_null"), row.getBoolean("filled")));
      }
    }
    return columns;
  }

  private static boolean hasIndex(Connection connection, ClaimTable table) throws SQLException {
    String[] names = new TreeSet<>(keyColumns(table)).toArray(String[]::new);
    try (PreparedStatement statement =
            BoundStatement.prepare(
                connection, ClaimTablesSql.UNIQUE_INDEX, quoted(table.name()), names);
        ResultSet row = statement.executeQuery()) {
      row.next();
      return row.getBoolean("there");
    }
  }

  /** The statements for an effect's claims, over our table or the user's. */
  ClaimSql sql(Connection connection, EffectType type, String subject) throws SQLException {
    ClaimTable table = type.table().orElse(null);
    if (table == null) {
      return ClaimSql.BUILT_IN;
    }
    Known found = known.get(table);
    if (found == null) {
      Typed typed = typed(connection, table);
      found = new Known(typed, OwnClaimSql.over(typed));
      known.put(table, found);
    }
    requireCanonical(table, found.typed(), subject);
    return found.sql();
  }

  private static Typed typed(Connection connection, ClaimTable table) throws SQLException {
    List<String> faults = prove(connection, table);
    if (!faults.isEmpty()) {
      throw new IllegalStateException(String.join("; ", faults));
    }
    Map<String, Column> columns = columns(connection, table);
    Map<String, String> key = new LinkedHashMap<>();
    key.put(quoted(table.subject()), "p.subject::" + type(columns, table.subject()));
    if (table.kind() != null) {
      key.put(quoted(table.kind()), "p.kind::" + type(columns, table.kind()));
    }
    return new Typed(
        quoted(table.name()),
        key,
        quoted(table.claimedAt()),
        quoted(table.doneAt()),
        type(columns, table.subject()));
  }

  private static String type(Map<String, Column> columns, String name) {
    Column column = columns.get(name);
    if (column == null) {
      throw new IllegalStateException("column " + name + " was there a moment ago");
    }
    return column.plainType();
  }

  /** Two texts for one row would be two side rows, and two keys for one intent. */
  private static void requireCanonical(ClaimTable table, Typed typed, String subject) {
    String canonical = canonical(typed.subjectType(), subject);
    if (!subject.equals(canonical)) {
      throw new IllegalArgumentException(
          "subject \""
              + subject
              + "\": column "
              + table.subject()
              + " of claim table "
              + table.name()
              + " is "
              + typed.subjectType()
              + (canonical == null ? ", give such a value" : ", write it " + canonical));
    }
  }

  private static @Nullable String canonical(String type, String subject) {
    try {
      return switch (type) {
        case "bigint" -> Long.toString(Long.parseLong(subject));
        case "integer" -> Integer.toString(Integer.parseInt(subject));
        case "uuid" -> UUID.fromString(subject).toString();
        default -> subject;
      };
    } catch (IllegalArgumentException e) {
      return null; // the caller says what was expected
    }
  }

  /** {@code shop.email_sends} as {@code "shop"."email_sends"}: a plain name may be a keyword. */
  private static String quoted(String name) {
    return "\"" + name.replace(".", "\".\"") + "\"";
  }
}
