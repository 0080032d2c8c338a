import { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { defineImporter, type Verdict } from "#server/import/importer.ts";
import { obligate } from "./project.service.ts";

const rowSchema = z.object({
  project: z.string().trim().min(1, "Every row needs the number of its project.").max(40),
  versionNo: z.number("Enter the version, from 0.").int().min(0).max(999),
  cents: z.number("Enter an amount such as 1,234.56.").int(),
  obligatedOn: z.iso.date("Enter a day such as 2026-11-14."),
  document: z.string().trim().max(200).default(""),
});
type Row = z.output<typeof rowSchema>;
type Plan = { projectId: string };
type Version = { versionNo: number; cents: number; obligatedOn: string };
type Known = {
  id: string;
  number: string;
  pwNumber: string;
  status: string;
  next: number;
  versions: Version[];
};

const known = (db: Db, rows: readonly Row[]): Promise<Known[]> =>
  db.rows<Known>(sql`
    select
      p.id, p.number, p.pw_number, p.status,
      (
        select coalesce(max(o.version_no), -1)::int + 1
        from pa_obligation o
        where o.org_id = p.org_id and o.project_id = p.id
      ) as next,
      (
        select coalesce(
            jsonb_agg(jsonb_build_object(
              'versionNo', o.version_no, 'cents', o.cents, 'obligatedOn', o.obligated_on
            )),
            '[]'
          )
        from pa_obligation o
        where o.org_id = p.org_id and o.project_id = p.id
      ) as versions
    from pa_project p
    where p.org_id = ${db.scope.orgId}
      and (
        p.number = any(${rows.map((r) => r.project)}::text[])
        or (p.pw_number <> '' and p.pw_number = any(${rows.map((r) => r.project)}::text[]))
      )
  `);

// Versions come in order: one that is on file already changes nothing, one that skips a version waits.
const judge = (row: Row, projects: readonly Known[], next: Map<string, number>): Verdict<Plan> => {
  const found = projects.filter((p) => p.number === row.project || p.pwNumber === row.project);
  if (found.length !== 1)
    return {
      action: "reject",
      problem: {
        column: "Project",
        expected: "the number of one project on file",
        found: row.project,
        fix: found.length
          ? "Several projects bear this number: write ours, such as PAP-2026-00001."
          : "Enter FEMA's number on the page of the project first.",
      },
    };
  const p = found[0]!;
  const due = next.get(p.id) ?? p.next;
  if (row.versionNo < due) {
    const on = p.versions.find((v) => v.versionNo === row.versionNo);
    if (!on) return { action: "skip" };
    return verdictOnKnown(
      `${p.number}, version ${row.versionNo}`,
      [
        { column: "Federal share", onFile: formatCents(on.cents), inFile: formatCents(row.cents) },
        { column: "Obligated on", onFile: on.obligatedOn, inFile: row.obligatedOn },
      ],
      "An obligation is corrected by a later version: look which of both FEMA has.",
    );
  }
  if (row.versionNo > due || !["signature", "obligated"].includes(p.status))
    return {
      action: "reject",
      problem: {
        column: "Version",
        expected: row.versionNo > due ? `version ${due}` : "a project that FEMA may obligate",
        found: String(row.versionNo),
        fix:
          row.versionNo > due
            ? "A version is missing before it: bring them in their order."
            : `${p.number} does not wait for an obligation. Record its steps first.`,
      },
    };
  next.set(p.id, due + 1);
  return { action: "create", plan: { projectId: p.id } };
};

/** Obligations as the Grants Portal hands them out: a row a version; the same file again changes nothing. */
export const obligationImporter = defineImporter({
  kind: "pa-obligations",
  label: "obligations of the Grants Portal",
  permission: "recovery.edit",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [`${row.project} ${row.versionNo}`],
  plan: async (db, rows) => {
    const projects = await known(db, rows);
    const next = new Map<string, number>();
    return rows.map((row) => judge(row, projects, next));
  },
  apply: async (tx, actor, rows) => {
    for (const { row, plan } of rows)
      await obligate(
        tx,
        actor,
        { id: plan.projectId, version: null },
        {
          cents: row.cents,
          obligatedOn: row.obligatedOn,
          document: row.document || `Grants Portal, version ${row.versionNo}`,
        },
      );
  },
  fields: [
    {
      name: "project",
      label: "Project",
      required: true,
      aliases: ["PW number", "Project number", "PW #"],
      type: cells.code,
    },
    {
      name: "versionNo",
      label: "Version",
      required: true,
      aliases: ["Version number", "Amendment"],
      type: cells.whole,
    },
    {
      name: "cents",
      label: "Federal share",
      required: true,
      aliases: ["Federal share obligated", "Obligated"],
      type: cells.money,
    },
    {
      name: "obligatedOn",
      label: "Obligated on",
      required: true,
      aliases: ["Obligation date", "Date obligated"],
      type: cells.recentDay,
    },
    { name: "document", label: "Document", type: cells.code },
  ],
});
