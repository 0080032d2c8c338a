import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { askLine } from "./proposal.service.ts";

const rowSchema = z.object({
  key: z.uuid("The key of a line, as the sheet went out."),
  version: z.number("The version, as the sheet went out.").int(),
  requested: z.number("Enter an amount such as 120,000.00.").int(),
  note: z.string().trim().max(2000).default(""),
});
type Row = z.output<typeof rowSchema>;
type Known = {
  id: string;
  version: number;
  code: string;
  source: string;
  status: string;
  requested: number;
  note: string;
};

const known = async (db: Db, rows: readonly Row[]): Promise<Map<string, Known>> =>
  new Map(
    (
      await db.rows<Known>(sql`
        select l.id, l.version, s.code, l.source, p.status, l.requested, l.note
        from budget_proposal_line l
        join budget_proposal p on p.org_id = l.org_id and p.id = l.proposal_id
        join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
        where l.org_id = ${db.scope.orgId} and l.id = any(${rows.map((row) => row.key)}::uuid[])
      `)
    ).map((line) => [line.id, line]),
  );

const judge = (row: Row, line: Known | undefined): Verdict<Known> => {
  const reject = (problem: RowProblem): Verdict<Known> => ({ action: "reject", problem });
  if (!line)
    return reject({
      column: "Key",
      expected: "the key of a line of a proposal",
      found: row.key,
      fix: "Take a new sheet. Lines are added on the proposal's page.",
    });
  if (line.requested === row.requested && line.note === row.note) return { action: "skip" };
  if (line.source !== "entered")
    return reject({
      column: "Requested",
      expected: formatCents(line.requested),
      found: formatCents(row.requested),
      fix: `${line.code} is computed: change its positions, or the capital plan that it comes from.`,
    });
  if (line.status !== "draft" && line.status !== "returned")
    return reject({
      column: "Key",
      expected: "a line of a proposal that its department may change",
      found: line.code,
      fix: "The proposal is with the reviewers. They can return it.",
    });
  if (line.version !== row.version)
    return reject({
      column: "Version",
      expected: String(line.version),
      found: String(row.version),
      fix: `${line.code} was changed since the sheet went out; it asks for ${formatCents(line.requested)} now. Take a new sheet.`,
    });
  return { action: "update", plan: line };
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Known>[]): Promise<void> => {
  for (const { row } of rows)
    await askLine(tx, actor, row.key, { requested: row.requested, note: row.note }, row.version);
};

/**
 * A sheet of a proposal's lines that comes back: a line whose version is another one by now is named
 * and stays as it is. Only people of the department and the budget office change its lines.
 */
export const sheetImporter = defineImporter({
  kind: "budget-proposal-lines",
  label: "lines of a proposal",
  permission: "proposal.edit",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [row.key],
  sum: "requested",
  plan: async (db, rows) => {
    const lines = await known(db, rows);
    return rows.map((row) => judge(row, lines.get(row.key)));
  },
  apply,
  fields: [
    {
      name: "key",
      label: "Key",
      required: true,
      expected: "as the sheet went out",
      type: cells.code,
    },
    {
      name: "version",
      label: "Version",
      required: true,
      expected: "as the sheet went out",
      type: cells.whole,
    },
    {
      name: "requested",
      label: "Requested",
      required: true,
      expected: "dollars and cents",
      type: cells.money,
    },
    { name: "note", label: "Note" },
  ],
});
