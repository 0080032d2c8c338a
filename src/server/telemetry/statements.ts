import { Durations } from "./durations.ts";
import { beginSpan, tracing, type End } from "./tracing.ts";

/** How long statements took, from their sending to the database's answer. */
export const statementTimes = new Durations([0.001, 0.005, 0.025, 0.1, 0.5, 1, 5, 30]);
const times = statementTimes.of("", () => ({}));

const literals = /'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/g;
const verbs = /^\s*(select|insert|update|delete|with|copy|begin|commit|rollback|lock|values)\b/i;
const tables =
  /\b(?:from|into|update|join|table)\s+(?:only\s+)?([a-z_][a-z0-9_]*(?:\.[a-z_]\w*)?)/i;

/** Statements that say whom the next ones serve; they go out with those. */
const unnamed = /^(begin$|select set_config\()/;

const mostNames = 4_000;
const names = new Map<string, string | null>();

const makeName = (text: string): string | null => {
  if (unnamed.test(text)) return null;
  const bare = text.replace(literals, "''");
  const verb = verbs.exec(bare)?.[1]?.toLowerCase() ?? "statement";
  const table = tables.exec(bare)?.[1];
  return table ? `${verb} ${table}` : verb;
};

/**
 * A statement's name: its first word and the first table that it names, both words of the program.
 * Nothing within quotes is looked at. Null for what only says whom the next one serves.
 */
export const nameOfStatement = (text: string): string | null => {
  let name = names.get(text);
  if (name === undefined) {
    if (names.size >= mostNames) names.clear();
    names.set(text, (name = makeName(text)));
  }
  return name;
};

/** A statement under way. */
export type Asked = { at: number; end: End | null };

/** Notes that a statement goes out. */
export const askedOf = (text: string): Asked => {
  const name = tracing() ? nameOfStatement(text) : null;
  return {
    at: performance.now(),
    end: name === null ? null : beginSpan({ name, kind: "statement" }),
  };
};

/** Notes that it was answered, or failed. */
export const answered = ({ at, end }: Asked, failure?: unknown): void => {
  statementTimes.note(times, (performance.now() - at) / 1000);
  end?.(failure);
};
