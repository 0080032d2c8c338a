import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { costsOf } from "#areas/finance/finance.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { openFiles } from "#server/files/holders.ts";
import { attachFile } from "#server/http/attachments.ts";
import { centsOf } from "../law/hours.model.ts";
import { isEmergencyWork, type Category } from "../law/categories.labels.ts";
import { donatedOffsets } from "../law/share.model.ts";
import { paDonation, paMutualAid } from "../proof.tables.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";
import type { aidInput, donationInput, DonatedSums, Given } from "./donated.model.ts";

type Project = typeof paProject.$inferSelect;

const openProject = async (tx: Tx, id: string): Promise<Project> => {
  const p = await lockRow(tx, paProject, id, "project");
  if (p.status === "closed" || p.status === "withdrawn")
    throw conflict("rule", `${p.number} is over: nothing is recorded for it.`);
  return p;
};

// The paper belongs to the evidence of the project, so that the bundle holds it.
const keepPaper = async (tx: Tx, actor: Actor, p: Project, path: string, fileId: string) => {
  const file = (await openFiles(tx, actor, [fileId])).get(fileId);
  if (!file) throw invalidField(path, "Upload the paper first.");
  await attachFile(tx, actor, {
    objectType: "paProject",
    objectId: p.id,
    number: p.number,
    file: { id: fileId, name: file.name, sha256: file.sha256 },
    label: path === "signInFileId" ? "Sign-in sheet" : "Mutual aid agreement",
  });
};

/**
 * Records work that somebody gave: hours × a local rate, with the sign-in sheet. It offsets the agency's own
 * part, never more. 422 where the day lies outside the incident, or the same work is recorded already.
 */
export const recordDonation = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: z.output<typeof donationInput>,
): Promise<{ id: string }> => {
  const p = await openProject(tx, projectId);
  const d = await getRow(tx, paDeclaration, p.declarationId, "declaration");
  if (input.workedOn < d.periodFrom || input.workedOn > businessDate(tx.scope))
    throw invalidField("workedOn", "Donated work lies between the incident's first day and today.");
  const same = await tx.maybe(sql`
    select 1 as found
    from pa_donation
    where org_id = ${p.orgId}
      and project_id = ${p.id}
      and lower(donor) = lower(${input.donor})
      and worked_on = ${input.workedOn}
      and lower(site) = lower(${input.site})
      and lower(skill) = lower(${input.skill})
  `);
  if (same) throw invalidField("donor", "This work of this day is recorded already.");
  await keepPaper(tx, actor, p, "signInFileId", input.signInFileId);
  const row = await insertRow(tx, paDonation, {
    ...input,
    orgId: p.orgId,
    id: newId(),
    projectId: p.id,
    cents: centsOf(input.minutes, input.rateCents),
    recordedBy: actor.personId,
  });
  note(tx, actor, "paProject", p, { action: "donation", after: row });
  return { id: row.id };
};

/**
 * Records mutual aid: the agreement, and the bill that we paid, which is assigned to the project as any
 * cost. 422 where the agreement is of after the help, or the bill is of another kind.
 */
export const recordAid = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: z.output<typeof aidInput>,
): Promise<{ id: string }> => {
  const p = await openProject(tx, projectId);
  const [cost] = await costsOf(tx, { ids: [input.costLineId] });
  if (!cost || cost.source !== "invoice")
    throw invalidField("costLineId", "Choose a bill of the books.");
  const assigned = await tx.maybe(sql`
    select 1 as found
    from pa_item
    where org_id = ${p.orgId} and project_id = ${p.id} and cost_line_id = ${cost.id}
  `);
  if (!assigned) throw invalidField("costLineId", "Assign this bill to the project first.");
  if (input.agreedOn > cost.incurredTo)
    throw invalidField("agreedOn", "The agreement is of after the help: it was not agreed before.");
  const same = await tx.maybe(sql`
    select 1 as found
    from pa_mutual_aid
    where org_id = ${p.orgId} and project_id = ${p.id} and cost_line_id = ${cost.id}
  `);
  if (same) throw invalidField("costLineId", "This bill has its agreement already.");
  await keepPaper(tx, actor, p, "agreementFileId", input.agreementFileId);
  const row = await insertRow(tx, paMutualAid, {
    ...input,
    orgId: p.orgId,
    id: newId(),
    projectId: p.id,
    recordedBy: actor.personId,
  });
  note(tx, actor, "paProject", p, { action: "mutualAid", after: row });
  return { id: row.id };
};

// Own parts of the requests that stand and donated work of every project of a declaration.
const offsetsIn = async (db: Db, declarationId: string) => {
  const projects = await db.rows<{
    id: string;
    category: Category;
    ownPart: number;
    donated: number;
  }>(sql`
    select
      p.id, p.category,
      (
        select coalesce(sum(r.match), 0)
        from pa_request r
        where r.org_id = p.org_id and r.project_id = p.id and r.status <> 'cancelled'
      )::bigint as own_part,
      (
        select coalesce(sum(g.cents), 0)
        from pa_donation g
        where g.org_id = p.org_id and g.project_id = p.id
      )::bigint as donated
    from pa_project p
    where p.org_id = ${db.scope.orgId} and p.declaration_id = ${declarationId}
    order by p.number
  `);
  const offsets = donatedOffsets(
    projects.map(({ category, ...p }) => ({ ...p, emergency: isEmergencyWork(category) })),
  );
  return { projects, offsets };
};

/** Donated work of a declaration, all projects together. Cents. */
export const donatedIn = async (db: Db, declarationId: string): Promise<DonatedSums> => {
  const { projects, offsets } = await offsetsIn(db, declarationId);
  const sum = (part: "offset" | "received" | "unused") =>
    [...offsets.values()].reduce((n, o) => n + o[part], 0);
  return {
    donated: projects.reduce((n, p) => n + p.donated, 0),
    offset: sum("offset"),
    carried: sum("received"),
    unused: sum("unused"),
  };
};

/**
 * What others gave to a project, how much of its own part that offsets, and what of emergency work other
 * projects of the declaration give or are given. 404.
 */
export const givenTo = async (db: Db, projectId: string): Promise<Given> => {
  const p = await getRow(db, paProject, projectId, "project");
  const of = { org: db.scope.orgId, id: projectId };
  const [donations, aid, { projects, offsets }] = await Promise.all([
    db.rows<Given["donations"][number]>(sql`
      select id, donor, worked_on, site, skill, minutes, rate_cents, rate_basis, cents
      from pa_donation
      where org_id = ${of.org} and project_id = ${of.id}
      order by worked_on, donor
      limit 2000
    `),
    db.rows<Omit<Given["aid"][number], "bill" | "cents" | "paid"> & { costLineId: string }>(sql`
      select id, provider, agreement, agreed_on, cost_line_id
      from pa_mutual_aid
      where org_id = ${of.org} and project_id = ${of.id}
      order by agreed_on, provider
      limit 500
    `),
    offsetsIn(db, p.declarationId),
  ]);
  const costs = aid.length ? await costsOf(db, { ids: aid.map((a) => a.costLineId) }) : [];
  const donated = donations.reduce((n, d) => n + d.cents, 0);
  return {
    donations,
    aid: aid.map(({ costLineId, ...a }) => {
      const cost = costs.find((c) => c.id === costLineId);
      return {
        ...a,
        bill: cost?.documentNumber ?? "",
        cents: cost?.cents ?? 0,
        paid: cost?.paid ?? 0,
      };
    }),
    ownPart: projects.find((one) => one.id === projectId)!.ownPart,
    donated,
    ...offsets.get(projectId)!,
  };
};
