package dev.stagedoor.testkit.world;

import dev.stagedoor.testkit.world.SqlText.Word;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells what a statement may touch, from its words and the catalogue: coarse, and never too little.
 * A statement that reads all its tables reads them; any other writes all of them. Foreign keys
 * reach their neighbours. Functions of the user's, triggers, views, {@code DO} and {@code CALL} may
 * touch anything. Thread-safe.
 */
final class Footprints {
  private static final Set<String> WRITING =
      Set.of(
          "insert",
          "update",
          "delete",
          "merge",
          "truncate",
          "copy",
          "lock",
          "create",
          "alter",
          "drop",
          "refresh");
  private static final Pattern NAMED = Pattern.compile("/\\* (stagedoor: [^*]+) \\*/");
  private static final Set<String> OPAQUE = Set.of("do", "call", "execute", "prepare", "notify");
  private static final Set<String> DELETING = Set.of("update", "delete", "merge", "truncate");

  /** Stagedoor's own functions, so that its statements are known as well as anybody's. */
  private static final Map<String, String> OURS =
      Map.of(
          "stagedoor.is_live", "stagedoor.outbox",
          "stagedoor.complete_late", "stagedoor.outbox",
          "stagedoor.new_job_id", "");

  private final Map<String, Table> tables;
  private final Set<String> harmless;
  private final Map<String, Footprint> known = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> changes = new ConcurrentHashMap<>();
  private final Map<String, Set<String>> answering = new ConcurrentHashMap<>();
  private final Map<String, Boolean> lasting = new ConcurrentHashMap<>();
  private final Map<String, String> labels = new ConcurrentHashMap<>();

  private record Table(
      String name, boolean opaque, Set<String> heirs, Set<String> parents, Set<String> children) {}

  private Footprints(Map<String, Table> tables, Set<String> harmless) {
    this.tables = tables;
    this.harmless = harmless;
  }

  static Footprints read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      Set<String> harmless = new HashSet<>();
      try (ResultSet row = statement.executeQuery(FootprintsSql.HARMLESS)) {
        while (row.next()) {
          harmless.add(row.getString(1));
        }
      }
      Map<String, Table> tables = new HashMap<>();
      try (ResultSet row = statement.executeQuery(FootprintsSql.TABLES)) {
        while (row.next()) {
          Table table = table(row);
          tables.put(table.name(), table);
          if (row.getBoolean("visible")) {
            tables.put(row.getString("short"), table);
          }
        }
      }
      return new Footprints(tables, harmless);
    }
  }

  private static Table table(ResultSet row) throws SQLException {
    return new Table(
        row.getString("name"),
        row.getBoolean("opaque"),
        names(row, "heirs"),
        names(row, "parents"),
        names(row, "children"));
  }

  private static Set<String> names(ResultSet row, String column) throws SQLException {
    return Set.copyOf(Arrays.asList((String[]) row.getArray(column).getArray()));
  }

  /** What this statement, or these, may touch. */
  Footprint of(String sql) {
    return known.computeIfAbsent(sql, this::read);
  }

  private Footprint read(String sql) {
    SqlWrites writing = SqlWrites.of(sql);
    if (writing.targets().stream().anyMatch(target -> !tables.containsKey(target))) {
      return Footprint.UNKNOWN; // made meanwhile, or not to be told
    }
    List<Word> words = writing.words();
    boolean writes = words.stream().anyMatch(w -> !w.quoted() && WRITING.contains(w.name()));
    boolean deletes = words.stream().anyMatch(w -> !w.quoted() && DELETING.contains(w.name()));
    boolean locks = locks(words);
    Footprint all = Footprint.NOTHING;
    for (Word word : words) {
      Footprint one = word(word, writes || locks, deletes);
      if (one.unknown()) {
        return Footprint.UNKNOWN;
      }
      all = all.and(one);
    }
    return writes && !locks && all.isNothing() ? Footprint.UNKNOWN : all;
  }

  /** {@code FOR UPDATE}, {@code FOR NO KEY UPDATE}, {@code FOR SHARE}, {@code FOR KEY SHARE}. */
  private static boolean locks(List<Word> words) {
    return words.stream().anyMatch(w -> w.is("for"))
        && words.stream().anyMatch(w -> w.is("share") || w.is("update"));
  }

  private Footprint word(Word word, boolean writes, boolean deletes) {
    Table table = tables.get(word.name());
    if (table != null) {
      return touching(table, writes, deletes);
    }
    String ours = OURS.get(word.name());
    if (ours != null) {
      return ours.isEmpty() ? Footprint.NOTHING : Footprint.writing(ours);
    }
    if (word.called() ? harmless.contains(word.name()) : !OPAQUE.contains(word.name())) {
      return Footprint.NOTHING;
    }
    return "do".equals(word.name()) && writes ? Footprint.NOTHING : Footprint.UNKNOWN;
  }

  private Footprint touching(Table table, boolean writes, boolean deletes) {
    Footprint all = Footprint.NOTHING;
    for (String heir : table.heirs()) {
      all = all.and(alone(Objects.requireNonNull(tables.get(heir)), writes, deletes));
    }
    return all;
  }

  private static Footprint alone(Table table, boolean writes, boolean deletes) {
    if (table.opaque()) {
      return Footprint.UNKNOWN;
    }
    if (!writes) {
      return new Footprint(Set.of(table.name()), Set.of(), false);
    }
    Set<String> written = new HashSet<>(Set.of(table.name()));
    if (deletes) { // the word of FOR UPDATE is taken for it, too
      written.addAll(table.children());
    }
    return new Footprint(table.parents(), written, false);
  }

  /**
   * The tables whose rows this statement changed, if it did.
   *
   * @param answered whether it answered with rows, of which there were some
   */
  Set<String> changes(String sql, boolean answered) {
    return answered ? answering.computeIfAbsent(sql, this::changedBefore) : changing(sql);
  }

  private Set<String> changing(String sql) {
    return changes.computeIfAbsent(sql, this::readChanges);
  }

  /** An aggregate answers with a row whether there was anything to change or not. */
  private Set<String> changedBefore(String sql) {
    return SqlWrites.of(sql).mayAnswerNothing() ? Set.of() : readChanges(sql);
  }

  private Set<String> readChanges(String sql) {
    SqlWrites writing = SqlWrites.of(sql);
    boolean deletes = writing.words().stream().anyMatch(w -> DELETING.contains(w.name()));
    Set<String> changed = new HashSet<>();
    for (String target : writing.targets()) {
      Table table = tables.get(target);
      if (table != null) {
        changed.addAll(touching(table, true, deletes).writes());
        changed.add(table.name());
      }
    }
    return Set.copyOf(changed);
  }

  /** Whether what it does to the session stays when its transaction is over. */
  boolean outlivesTransaction(String sql) {
    return lasting.computeIfAbsent(sql, text -> SqlWrites.of(text).outlivesTransaction());
  }

  /**
   * The statement on one line, to be recognized by; those of Stagedoor's own by the name that they
   * bear in a comment.
   */
  String label(String sql) {
    return labels.computeIfAbsent(sql, Footprints::newLabel);
  }

  private static String newLabel(String sql) {
    Matcher named = NAMED.matcher(sql);
    return named.find() ? named.group(1) : sql.strip().replaceAll("\\s+", " ");
  }

  /** Advisory locks of the session, of which the server lets go only when the session ends. */
  static boolean locksBeyondTransactions(String sql) {
    return sql.contains("advisory_lock");
  }

  boolean isStagedoors(String sql) {
    return label(sql).startsWith("stagedoor: ");
  }
}
