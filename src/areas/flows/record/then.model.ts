import { canonicalJson } from "#kernel/canonical-json.ts";

/** What an entry of the ledger says changed; null: its content was erased. */
export type Told = {
  idx: number;
  at: string;
  content: { changes: readonly { field: string; before: unknown; after: unknown }[] } | null;
};

type Row = Readonly<Record<string, unknown>>;

/**
 * A record as it stood when `upTo` says so, from what the ledger tells of it, in the ledger's order;
 * null where that cannot be told: its creation is not among it, content was erased, or one of
 * `fields` changed without a word. Pure.
 */
export const recordThen = (
  told: readonly Told[],
  upTo: (each: Told) => boolean,
  fields: readonly string[],
): Row | null => {
  const row: Record<string, unknown> = {};
  const known = told.filter(upTo);
  for (const { content } of known) {
    if (!content) return null;
    for (const { field, before, after } of content.changes) {
      if (fields.includes(field) && canonicalJson(row[field] ?? null) !== canonicalJson(before))
        return null;
      row[field] = after;
    }
  }
  return typeof row.id === "string" ? row : null;
};
