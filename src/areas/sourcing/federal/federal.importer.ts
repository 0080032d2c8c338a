import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { federalInput } from "./federal.model.ts";

type Row = z.output<typeof federalInput>;
type Known = Row & { id: string };
type Plan = { id: string | null };

const knownOf = (db: Db, rows: readonly Row[]): Promise<Known[]> =>
  db.rows<Known>(sql`
    select
      id, notice_id, number, title, agency, kind, set_aside, naics, psc, place, posted_on, due_at,
      due_on, active, url
    from federal_opportunity
    where org_id = ${db.scope.orgId} and notice_id = any(${rows.map((row) => row.noticeId)}::text[])
  `);

const instant = (text: string | null): number | null => (text === null ? null : Date.parse(text));

const same = (known: Known, row: Row): boolean =>
  Object.entries(row).every(([name, value]) =>
    name === "dueAt"
      ? instant(known.dueAt) === instant(row.dueAt)
      : known[name as keyof Row] === value,
  );

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const known = new Map((await knownOf(db, rows)).map((each) => [each.noticeId, each]));
  return rows.map((row): Verdict<Plan> => {
    const before = known.get(row.noticeId);
    if (!before) return { action: "create", plan: { id: null } };
    return same(before, row) ? { action: "skip" } : { action: "update", plan: { id: before.id } };
  });
};

const apply = async (
  tx: Tx,
  actor: Actor,
  rows: readonly Planned<Row, Plan>[],
  importId: string,
): Promise<void> => {
  const ids = rows.map(({ plan: { id } }) => id ?? newId());
  const given = rows.map(({ row }, place) => ({ ...row, id: ids[place] }));
  await tx.rows(sql`
    insert into federal_opportunity (
      org_id, id, notice_id, number, title, agency, kind, set_aside, naics, psc, place, posted_on,
      due_at, due_on, active, url
    )
    select
      ${actor.orgId}::uuid, g.id, g."noticeId", g.number, g.title, g.agency, g.kind, g."setAside",
      g.naics, g.psc, g.place, g."postedOn", g."dueAt", g."dueOn", g.active, g.url
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
      id uuid, "noticeId" text, number text, title text, agency text, kind text, "setAside" text,
      naics text, psc text, place text, "postedOn" date, "dueAt" timestamptz, "dueOn" date,
      active boolean, url text
    )
    on conflict (org_id, notice_id)
    do update set
      number = excluded.number, title = excluded.title, agency = excluded.agency,
      kind = excluded.kind, set_aside = excluded.set_aside, naics = excluded.naics,
      psc = excluded.psc, place = excluded.place, posted_on = excluded.posted_on,
      due_at = excluded.due_at, due_on = excluded.due_on, active = excluded.active,
      url = excluded.url, read_at = clock_timestamp()
  `);
  auditMany(
    tx,
    actor,
    rows.map(({ row }, place) => ({
      action: "federalOpportunity.import",
      objectType: "federalOpportunity",
      objectId: ids[place]!,
      objectNumber: row.number || row.noticeId,
      before: null,
      after: row,
      note: `Import ${importId}`,
    })),
  );
  announce(tx, actor.orgId!, "federalOpportunity.import", importId);
};

/** Federal notices of a source: one that is known is brought up to date, none is taken away. */
export const federalImporter = defineImporter({
  kind: "federal-opportunities",
  label: "federal contract opportunities",
  permission: "market.import",
  schema: federalInput,
  keys: (row) => [row.noticeId],
  plan,
  apply,
  fields: [
    {
      name: "noticeId",
      label: "Notice",
      required: true,
      aliases: ["Notice ID", "NoticeId"],
      type: cells.code,
    },
    { name: "number", label: "Number", aliases: ["Solicitation number", "Sol#"], type: cells.code },
    { name: "title", label: "Title", required: true, aliases: ["What"] },
    { name: "agency", label: "Federal agency", aliases: ["Agency", "Department/Ind.Agency"] },
    { name: "kind", label: "Kind", aliases: ["Type"] },
    { name: "setAside", label: "Set aside for", aliases: ["SetASide", "Set-aside"] },
    { name: "naics", label: "NAICS", aliases: ["NaicsCode"], type: cells.code },
    { name: "psc", label: "PSC", aliases: ["ClassificationCode"] },
    { name: "place", label: "Place" },
    { name: "postedOn", label: "Posted", type: cells.sourceDay },
    { name: "dueAt", label: "Due at", type: cells.instant },
    { name: "dueOn", label: "Due", type: cells.sourceDay },
    { name: "active", label: "Active", type: cells.yesNo },
    { name: "url", label: "Address", aliases: ["Link"] },
  ],
});
