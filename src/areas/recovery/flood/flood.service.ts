import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { carryInsurance } from "../insurance/carried.service.ts";
import { floodCitation, floodReduction, isHazardArea } from "../law/flood.model.ts";
import { paFloodBuilding } from "../proof.tables.ts";
import { paDeclaration, paProject } from "../recovery.tables.ts";
import type { Flood, FloodBuildingInput, removalInput } from "./flood.model.ts";

type Building = typeof paFloodBuilding.$inferSelect;
type Project = typeof paProject.$inferSelect;

const openProject = async (tx: Tx, id: string): Promise<Project> => {
  const p = await lockRow(tx, paProject, id, "project");
  if (p.status === "closed" || p.status === "withdrawn")
    throw conflict("rule", `${p.number} is over: its buildings stay as they are.`);
  if (p.category === "A" || p.category === "B" || p.category === "Z")
    throw conflict(
      "rule",
      "Emergency work and management costs are not reduced: the rule is of section 406, permanent work.",
    );
  return p;
};

const mustFit = async (tx: Tx, p: Project, said: FloodBuildingInput, besides?: string) => {
  if (isHazardArea(said.zone) && !said.identifiedOn)
    throw invalidField("identifiedOn", "Enter since when the map shows the hazard area.");
  const same = await tx.maybe(sql`
    select 1 as found
    from pa_flood_building
    where org_id = ${p.orgId}
      and project_id = ${p.id}
      and lower(name) = lower(${said.name})
      and removed_because is null
      and id is distinct from ${besides ?? null}::uuid
  `);
  if (same) throw invalidField("name", "This building is recorded for the project already.");
  if (!said.insuranceId) return;
  const shared = await tx.maybe(sql`
    select 1 as found
    from pa_insurance_share
    where org_id = ${p.orgId} and project_id = ${p.id} and insurance_id = ${said.insuranceId}
  `);
  if (!shared)
    throw invalidField("insuranceId", "Choose a policy that pays for this project, or none.");
};

const kept = (said: FloodBuildingInput) => ({
  ...said,
  identifiedOn: (said.identifiedOn ?? null) as Day | null,
  insuranceId: said.insuranceId ?? null,
});

/**
 * Records a building that the flood damaged: what comes off the project follows from its place, value and
 * damage (44 CFR 206.252). 404, 409 where the project is over or no permanent work, 422.
 */
export const recordBuilding = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  said: FloodBuildingInput,
): Promise<{ id: string }> => {
  const p = await openProject(tx, projectId);
  await mustFit(tx, p, said);
  const row = await insertRow(tx, paFloodBuilding, {
    ...kept(said),
    orgId: p.orgId,
    id: newId(),
    projectId: p.id,
    recordedBy: actor.personId,
  });
  await carryInsurance(tx, [p]);
  note(tx, actor, "paProject", p, { action: "floodBuilding", after: row });
  return { id: row.id };
};

const lockStanding = async (tx: Tx, id: string, version: number | null): Promise<Building> => {
  const before = await lockRow(tx, paFloodBuilding, id, "building");
  requireVersion(before.version, version);
  if (before.removedBecause !== null)
    throw conflict("rule", `${before.name} was taken out: record it anew.`);
  return before;
};

/** Changes a building, such as its value by an appraisal; the project follows. 404, 409, 412, 422. */
export const changeBuilding = async (
  tx: Tx,
  actor: Actor,
  id: string,
  said: FloodBuildingInput,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await lockStanding(tx, id, version);
  const p = await openProject(tx, before.projectId);
  await mustFit(tx, p, said, id);
  const after = await updateRow(tx, paFloodBuilding, id, kept(said));
  await carryInsurance(tx, [p]);
  note(tx, actor, "paProject", p, { action: "floodBuilding", before, after });
  return { id };
};

/** Takes out a building that was recorded in error; its reason stays. 404, 409, 412. */
export const removeBuilding = async (
  tx: Tx,
  actor: Actor,
  id: string,
  { reason }: z.output<typeof removalInput>,
  version: number | null,
): Promise<{ id: string }> => {
  const before = await lockStanding(tx, id, version);
  const p = await openProject(tx, before.projectId);
  const after = await updateRow(tx, paFloodBuilding, id, { removedBecause: reason });
  await carryInsurance(tx, [p]);
  note(tx, actor, "paProject", p, { action: "floodBuilding", before, after });
  return { id };
};

/** The flooded buildings of a project, each with what the law takes off and why. 404. */
export const floodOf = async (db: Db, projectId: string): Promise<Flood> => {
  const p = await getRow(db, paProject, projectId, "project");
  const d = await getRow(db, paDeclaration, p.declarationId, "declaration");
  const [buildings, policies] = await Promise.all([
    db.rows<Building>(sql`
      select *
      from pa_flood_building
      where org_id = ${db.scope.orgId} and project_id = ${p.id} and removed_because is null
      order by name
      limit 200
    `),
    db.rows<Flood["policies"][number]>(sql`
      select i.id, i.policy, s.cents
      from pa_insurance_share s
      join pa_insurance i on i.org_id = s.org_id and i.id = s.insurance_id
      where s.org_id = ${db.scope.orgId} and s.project_id = ${p.id}
      order by i.policy
    `),
  ]);
  const judged = buildings.map((b) => ({ b, off: floodReduction(b, d.periodFrom) }));
  return {
    buildings: judged.map(({ b, off: { citation: _by, ...off } }) => ({
      id: b.id,
      name: b.name,
      kind: b.kind,
      zone: b.zone,
      identifiedOn: b.identifiedOn,
      panel: b.panel,
      buildingValue: b.buildingValue,
      contentsValue: b.contentsValue,
      buildingDamage: b.buildingDamage,
      contentsDamage: b.contentsDamage,
      insuranceId: b.insuranceId,
      version: b.version,
      ...off,
    })),
    policies,
    floodedOn: d.periodFrom,
    citation: floodCitation,
    wanted: judged.reduce((sum, { off }) => sum + off.building + off.contents, 0),
    shortfall: p.insuranceCents - policies.reduce((sum, i) => sum + i.cents, 0),
  };
};
