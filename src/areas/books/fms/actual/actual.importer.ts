import type { Actor } from "#kernel/access.ts";
import { groupBy } from "#kernel/group.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import type { EntryInput } from "../../entry/entry.model.ts";
import { correctEntry, draftEntry, submitEntry } from "../../entry/entry.service.ts";
import {
  actualInput,
  outcomeOf,
  type ActualInput,
  type Before,
  type Placed,
} from "./actual.model.ts";
import { placesOf } from "./placing.service.ts";

type Plan = { placed: Placed; corrects: { id: string; version: number } | null };

const entriesOf = async (
  db: Db,
  documents: readonly string[],
): Promise<ReadonlyMap<string, Before>> => {
  const [entries, lines] = await Promise.all([
    db.rows<Omit<Before, "lines"> & { document: string }>(sql`
      select
        j.external_no as document, j.id, j.version, j.number, j.status, j.posted_on, j.prepared_by
      from journal_entry j
      where j.org_id = ${db.scope.orgId} and j.external_no = any(${documents}::text[])
    `),
    db.rows<Before["lines"][number] & { entryId: string }>(sql`
      select l.entry_id, l.fund_id, l.account_id, l.account_string_id, l.cents
      from journal_entry_line l
      join journal_entry j on j.org_id = l.org_id and j.id = l.entry_id
      where l.org_id = ${db.scope.orgId} and j.external_no = any(${documents}::text[])
    `),
  ]);
  const by = groupBy(lines, ({ entryId }) => entryId);
  return new Map(
    entries.map(({ document, ...entry }) => [
      document,
      { ...entry, lines: by.get(entry.id) ?? [] },
    ]),
  );
};

const plan = async (
  db: Db,
  rows: readonly ActualInput[],
  _since: string,
  unread: ReadonlySet<string> = new Set(),
): Promise<Verdict<Plan>[]> => {
  const places = await placesOf(db, rows);
  const documents = groupBy([...rows.keys()], (at) => rows[at]!.document);
  const before = await entriesOf(db, [...documents.keys()]);
  const verdicts: Verdict<Plan>[] = rows.map(() => ({ action: "skip" }));
  for (const [document, mine] of documents) {
    const outcome = outcomeOf(
      mine.map((at) => ({ row: rows[at]!, placed: places[at]! })),
      before.get(document) ?? null,
      unread.has(document),
      db.scope.personId,
    );
    mine.forEach((at, n) => {
      const placed = places[at] as Placed;
      if (outcome.what === "refused")
        verdicts[at] = { action: "reject", problem: outcome.problems[n]! };
      else if (outcome.what === "draft")
        verdicts[at] = { action: "create", plan: { placed, corrects: null } };
      else if (outcome.what === "correct")
        verdicts[at] = { action: "update", plan: { placed, corrects: outcome } };
    });
  }
  return verdicts;
};

type Taken = Planned<ActualInput, Plan>;

const entryOf = (document: string, rows: readonly Taken[]): EntryInput => {
  const text = rows.find(({ row }) => row.text !== "")?.row.text;
  return {
    kind: "entry",
    title: (text ? `${document}: ${text}` : `${document} of the finance system`).slice(0, 200),
    reason: `It arose in the finance system as ${document}.`,
    postedOn: rows[0]!.row.postedOn,
    reversesOn: null,
    lines: rows.map(({ row, plan: { placed } }) => {
      const net = row.debit - row.credit;
      const byString = placed.accountStringId !== null;
      return {
        fundId: byString ? null : placed.fundId,
        accountId: byString ? null : placed.accountId,
        accountStringId: placed.accountStringId,
        debit: Math.max(net, 0),
        credit: Math.max(-net, 0),
        memo: row.text,
      };
    }),
  };
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Taken[]): Promise<void> => {
  for (const [document, mine] of groupBy(rows, ({ row }) => row.document)) {
    const input = entryOf(document, mine);
    const { corrects } = mine[0]!.plan;
    const { id } = corrects
      ? await correctEntry(tx, actor, corrects, input, document)
      : await draftEntry(tx, actor, input, document);
    await submitEntry(tx, actor, { id, version: null, reason: null });
  }
};

/**
 * What arose in the finance system (payroll, interest, taxes), by file: the rows of a document become one
 * entry, balanced in each fund, that another person posts. Its lines are there already and go out in no
 * batch.
 */
export const actualImporter = defineImporter({
  kind: "fms-actuals",
  label: "documents of the finance system",
  permission: "entry.prepare",
  schema: actualInput,
  // A document is taken whole, so the whole file is judged at once.
  batch: 100_000,
  whole: "document",
  // Two lines of a document may say the same.
  keys: () => [],
  sum: "debit",
  plan,
  apply,
  fields: [
    {
      name: "document",
      label: "Document",
      required: true,
      aliases: ["Document number", "Journal number", "Journal", "Voucher"],
      expected: "the number of the document in the finance system",
      type: cells.code,
    },
    {
      name: "postedOn",
      label: "Date",
      required: true,
      aliases: ["Posting date", "Effective date", "Posted"],
      type: cells.recentDay,
    },
    {
      name: "fund",
      label: "Fund",
      aliases: ["Fund code"],
      expected: "the fund's code in the finance system",
      type: cells.code,
    },
    {
      name: "account",
      label: "Account",
      aliases: ["Account code", "Object"],
      expected: "the account's code in the finance system",
      type: cells.code,
    },
    {
      name: "string",
      label: "Account string",
      aliases: ["String", "Full account", "Account number", "GL account"],
      expected: "the account string's code in the finance system, for what is earned or spent",
      type: cells.code,
    },
    { name: "debit", label: "Debit", aliases: ["Debit amount", "DR"], type: cells.money },
    { name: "credit", label: "Credit", aliases: ["Credit amount", "CR"], type: cells.money },
    { name: "text", label: "Text", aliases: ["Description", "Memo", "Line description"] },
  ],
});
