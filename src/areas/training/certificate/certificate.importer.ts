import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import {
  defineImporter,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { certificateFields } from "./certificate.model.ts";
import { enterCertificate } from "./certificate.service.ts";

const { holderId: _holder, ...typed } = certificateFields;
const row = z.object({
  email: z.string().trim().toLowerCase().max(255).meta({ title: "Email" }),
  ...typed,
});
type Row = z.output<typeof row>;
type Plan = { holderId: string };
type Known = { holderId: string; code: string; validFrom: Day; validUntil: Day | null };

const problem = (column: string, expected: string, found: string, fix: string): RowProblem => ({
  ...{ column, expected, found, fix },
});

const onFile = (db: Db, people: readonly string[]): Promise<Known[]> =>
  db.rows<Known>(sql`
    select holder_id, code, valid_from, valid_until
    from person_certificate
    where org_id = ${db.scope.orgId}
      and holder_id = any(${[...people]}::uuid[])
      and status in ('waiting', 'valid')
  `);

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const members = await membersNamed(db, { emails: rows.map(({ email }) => email) });
  const people = new Map(members.map((one) => [one.email.toLowerCase(), one]));
  const known = await onFile(
    db,
    members.map(({ id }) => id),
  );
  const today = businessDate(db.scope);
  const of = (each: Row): Verdict<Plan> => {
    const holder = people.get(each.email);
    const no = (...said: Parameters<typeof problem>): Verdict<Plan> => ({
      action: "reject",
      problem: problem(...said),
    });
    if (!holder)
      return no("Email", "a member's address", each.email, "Invite them first, or leave it out.");
    if (each.validFrom > today)
      return no(
        "Valid from",
        "a day that came",
        formatDate(each.validFrom),
        "Bring it in once it holds.",
      );
    if (each.validUntil && each.validUntil < each.validFrom)
      return no(
        "Last day",
        "after its first day",
        formatDate(each.validUntil),
        "Look at both days.",
      );
    const same = known.find(
      (one) =>
        one.holderId === holder.id && one.code === each.code && one.validFrom === each.validFrom,
    );
    if (!same) return { action: "create", plan: { holderId: holder.id } };
    const day = (at: Day | null) => (at ? formatDate(at) : "No end");
    return verdictOnKnown(
      `${each.code} of ${each.email} from ${formatDate(each.validFrom)}`,
      [{ column: "Last day", onFile: day(same.validUntil), inFile: day(each.validUntil) }],
      "A certificate on file is not changed by a file: revoke it, or enter the renewal.",
    );
  };
  return rows.map(of);
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  for (const { row: each, plan: planned } of rows) {
    const { email: _email, ...said } = each;
    await enterCertificate(tx, actor, { ...said, ...planned, fileId: null });
  }
};

/** A roster: certificates of people by their address. Each waits until another person verifies it. */
export const certificateImporter = defineImporter({
  kind: "person-certificates",
  label: "certificates of people",
  permission: "training.edit",
  confidential: true,
  batch: 200,
  schema: row,
  keys: (each) => [`${each.email} ${each.code} ${each.validFrom}`],
  plan,
  apply,
  fields: [
    {
      ...{ name: "email", label: "Email", required: true, type: cells.email },
      ...{ aliases: ["E-mail", "Address", "Holder"], expected: "such as lee@county.example" },
    },
    {
      ...{ name: "code", label: "Code", required: true, type: cells.code },
      ...{ aliases: ["Certification code", "Course code"], expected: "such as ICS-100" },
    },
    { name: "title", label: "Certificate", required: true, aliases: ["Certification", "Course"] },
    { name: "issuer", label: "Issued by", required: true, aliases: ["Issuer", "Provider"] },
    {
      name: "reference",
      label: "Issuer's number",
      type: cells.code,
      aliases: ["Certificate number", "License number"],
    },
    {
      ...{ name: "validFrom", label: "Valid from", required: true, type: cells.day },
      aliases: ["Issued", "Issue date", "Completed"],
    },
    {
      ...{ name: "validUntil", label: "Last day", type: cells.day },
      aliases: ["Valid until", "Expires", "Expiration date"],
    },
  ],
});
