import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { isDate } from "#kernel/time.ts";
import { allSearches } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { named } from "#server/http/export.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery, type ListDefinition } from "#server/http/list.ts";
import { termsIn, wordsIn } from "./words.model.ts";

type Column = ListDefinition["columns"][string];
type Row = { id: string } & Record<string, unknown>;

const termsOf = (text: string): string[] => termsIn(wordsIn(text)).map(({ term }) => term);

const shown = ({ codes, money }: Column, value: unknown): string | null => {
  if (value === null || value === undefined || value === "" || Array.isArray(value)) return null;
  if (typeof value === "number") return money ? formatCents(value) : String(value);
  if (typeof value !== "string") return null;
  if (codes) return String(named(codes, value));
  return isDate(value) ? formatDate(value) : value;
};

/** Labelled columns that a question names; all amounts of the record where it names one of them. */
const columnsAsked = (list: ListDefinition, asked: ReadonlySet<string>): [string, Column][] => {
  const labelled = Object.entries(list.columns).filter(
    ([id, { label, exportOnly }]) => label && !exportOnly && id !== "number" && id !== "status",
  );
  const says = ([, { label }]: [string, Column]) => {
    const terms = termsOf(label!);
    return terms.length > 0 && terms.every((term) => asked.has(term));
  };
  const money = labelled.filter(([, { money: isMoney }]) => isMoney);
  const chosen = labelled.filter(says);
  return money.some(says) ? [...new Set([...chosen, ...money])] : chosen;
};

/**
 * What the list of its kind says of a record that the question names: "Ceiling $120,000.00", by the
 * asker's rights. Nothing for a record that is in no list of theirs, or where no column is asked for.
 */
export const factsAsked = async (
  db: Db,
  actor: Actor,
  { kind, id, number }: { kind: string; id: string; number: string },
  question: string,
): Promise<string[]> => {
  const source = allSearches().find((each) => each.kind === kind);
  if (!source || !actor.permissions.has(source.permission)) return [];
  const columns = columnsAsked(source.list, new Set(termsOf(question)));
  if (columns.length === 0) return [];
  const page = await runList<Row>(
    db,
    actor,
    source.list,
    listQuery(source.list).parse({ q: number, limit: 5, count: "none" }),
  );
  const row = page.items.find((each) => each.id === id);
  if (!row) return [];
  return columns.flatMap(([name, column]) => {
    const value = shown(column, row[name]);
    return value === null ? [] : [`${column.label} ${value}`];
  });
};
