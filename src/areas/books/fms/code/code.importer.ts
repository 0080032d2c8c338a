import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { mappingKinds } from "../mapping/mapping.labels.ts";
import { codeInput, type CodeInput } from "./code.model.ts";
import { fmsCode } from "./code.tables.ts";

type Kept = CodeInput & { id: string };
type Plan = { before: Kept | null };

const keyOf = ({ kind, code }: Pick<CodeInput, "kind" | "code">) => `${kind} ${code}`;

const judge = (row: CodeInput, before: Kept | null): Verdict<Plan> => {
  if (row.fromDay !== null && row.toDay !== null && row.toDay < row.fromDay)
    return {
      action: "reject",
      problem: {
        column: "Valid through",
        expected: `${row.fromDay} or a later day`,
        found: row.toDay,
        fix: "A code ends behind the day from which it is valid.",
      },
    };
  if (before === null) return { action: "create", plan: { before } };
  const same =
    before.name === row.name && before.fromDay === row.fromDay && before.toDay === row.toDay;
  return same ? { action: "skip" } : { action: "update", plan: { before } };
};

const plan = async (db: Db, rows: readonly CodeInput[]): Promise<Verdict<Plan>[]> => {
  const kept = await db.rows<Kept>(sql`
    select c.id, c.kind, c.code, c.name, c.from_day, c.to_day
    from fms_code c
    where c.org_id = ${db.scope.orgId} and c.code = any(${rows.map(({ code }) => code)}::text[])
  `);
  const before = new Map(kept.map((code) => [keyOf(code), code]));
  return rows.map((row) => judge(row, before.get(keyOf(row)) ?? null));
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<CodeInput, Plan>[],
): Promise<void> => {
  const written = rows.map(({ row, plan: { before } }) => ({
    ...row,
    id: before?.id ?? newId(),
    before,
  }));
  await insertRows(
    tx,
    fmsCode,
    written
      .filter(({ before }) => before === null)
      .map(({ before: _none, ...row }) => ({
        ...row,
        orgId: actor.orgId!,
        takenBy: actor.personId,
      })),
  );
  const changed = written.filter(({ before }) => before !== null);
  await tx.rows(sql`
    update fms_code c
    set
      name = t.name, from_day = t.from_day, to_day = t.to_day, taken_by = ${actor.personId},
      version = c.version + 1, updated_at = clock_timestamp()
    from unnest(
      ${changed.map(({ id }) => id)}::uuid[], ${changed.map(({ name }) => name)}::text[],
      ${changed.map(({ fromDay }) => fromDay)}::date[], ${changed.map(({ toDay }) => toDay)}::date[]
    ) as t (id, name, from_day, to_day)
    where c.org_id = ${actor.orgId} and c.id = t.id
  `);
  auditMany(
    tx,
    actor,
    written.map(({ before, id, ...after }) => ({
      action: before === null ? "create" : "edit",
      objectType: "fmsCode",
      objectId: id,
      objectNumber: after.code,
      before,
      after,
    })),
  );
};

/** The chart of the finance system, by file: taken in again it corrects what it names. */
export const codeImporter = defineImporter({
  kind: "fms-codes",
  label: "chart of the finance system",
  permission: "books.import",
  schema: codeInput,
  keys: (row) => [keyOf(row)],
  plan,
  apply,
  fields: [
    {
      name: "kind",
      label: "Kind",
      required: true,
      expected: Object.values(mappingKinds).join(", "),
      aliases: ["Segment", "Type"],
      type: oneOf(mappingKinds),
    },
    {
      name: "code",
      label: "Code",
      required: true,
      expected: "the code of the finance system",
      aliases: ["Number", "Value"],
      type: cells.code,
    },
    {
      name: "name",
      label: "Name",
      required: true,
      expected: "what it is called there",
      aliases: ["Description", "Title"],
    },
    {
      name: "fromDay",
      label: "Valid from",
      aliases: ["From", "Effective date", "Start date"],
      type: cells.sourceDay,
    },
    {
      name: "toDay",
      label: "Valid through",
      aliases: ["Valid to", "To", "End date", "Inactive date"],
      type: cells.sourceDay,
    },
  ],
});
