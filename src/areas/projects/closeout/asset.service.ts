// Assets of what a project built: each bears cents that were billed of a cost code, none of them twice.
import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import { assetInput, assetsNamed, createAsset } from "#areas/assets/assets.server.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem } from "#server/lifecycle.ts";
import { readCodes } from "../code/codes.service.ts";
import { projectNoun, type ProjectStored } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import type { DraftAssetInput, ProjectAssets } from "./asset.model.ts";
import { projectAsset } from "./asset.tables.ts";

const takes: ReadonlySet<string> = new Set(["active", "substantially_complete", "closed"]);

type Borne = { id: string; costCodeId: string | null; cents: number };

const borneOf = (db: Db, projectId: string): Promise<Borne[]> =>
  db.rows<Borne>(sql`
    select id, cost_code_id, cents
    from project_asset
    where org_id = ${db.scope.orgId} and project_id = ${projectId}
    order by created_at, id
    limit 500
  `);

const onAssets = (borne: readonly Borne[], costCodeId: string | null): number =>
  borne.filter((each) => each.costCodeId === costCodeId).reduce((sum, { cents }) => sum + cents, 0);

/** What was billed of each code of a project, and the assets that bear it. 404. */
export const readAssets = async (db: Db, projectId: string): Promise<ProjectAssets> => {
  const p = await getRow(db, project, projectId, "project");
  const [{ rows }, borne] = await Promise.all([readCodes(db, projectId), borneOf(db, projectId)]);
  const named = await assetsNamed(
    db,
    borne.map(({ id }) => id),
  );
  const codeOf = (costCodeId: string | null) =>
    rows.find((row) => row.costCodeId === costCodeId)?.code ?? "Not coded";
  return {
    codes: rows
      .map(({ costCodeId, code, name, billed }) => ({
        costCodeId,
        code,
        name,
        billed,
        onAssets: onAssets(borne, costCodeId),
      }))
      .filter(({ billed, onAssets: cents }) => billed > 0 || cents > 0),
    assets: borne.flatMap(({ id, costCodeId, cents }) => {
      const asset = named.find((each) => each.id === id);
      return asset
        ? [{ id, number: asset.number, name: asset.name, code: codeOf(costCodeId), cents }]
        : [];
    }),
    takesAssets: takes.has(p.status),
  };
};

const requireBilled = async (tx: Tx, p: ProjectStored, input: DraftAssetInput): Promise<void> => {
  const [{ rows }, borne] = await Promise.all([readCodes(tx, p.id), borneOf(tx, p.id)]);
  const code = rows.find(({ costCodeId }) => costCodeId === input.costCodeId);
  const billed = code?.billed ?? 0;
  const left = billed - onAssets(borne, input.costCodeId);
  if (input.cents > left)
    throw invalidField(
      "cents",
      `${formatCents(Math.max(0, left))} of ${formatCents(billed)} that was billed of ${code?.code || "no code"} is on no asset yet.`,
      "beyond_billed",
    );
};

/**
 * Drafts an asset of what a project built, with cents that were billed of a cost code: it is planned until
 * whoever keeps assets puts it into service. 404, 409 `project_not_built`; 422 `beyond_billed` and for a
 * class that is not in use.
 */
export const draftAsset = async (
  tx: Tx,
  actor: Actor,
  projectId: string,
  input: DraftAssetInput,
): Promise<{ id: string; number: string }> => {
  const p = await lockRow(tx, project, projectId, "project");
  if (!takes.has(p.status))
    throw conflict(
      "project_not_built",
      `Assets of ${p.number} are drafted once its work has begun, and not of a cancelled project.`,
    );
  await requireBilled(tx, p, input);
  const asset = await createAsset(
    tx,
    asSystem(actor),
    assetInput.parse({
      name: input.name,
      classId: input.classId,
      location: p.place,
      latitude: p.latitude,
      longitude: p.longitude,
      departmentId: p.departmentId,
      warrantyUntil: input.warrantyUntil,
      costCents: input.cents,
      acquiredOn: p.completedOn ?? businessDate(tx.scope),
      note: `Built by project ${p.number} ${p.name}`,
    }),
  );
  await insertRow(tx, projectAsset, {
    orgId: p.orgId,
    id: asset.id,
    projectId,
    costCodeId: input.costCodeId,
    cents: input.cents,
    draftedBy: actor.personId!,
  });
  note(tx, actor, projectNoun, p, {
    action: "draftAsset",
    after: { assetId: asset.id, number: asset.number, cents: input.cents },
    note: `${asset.number} ${input.name}`,
  });
  return { id: asset.id, number: asset.number };
};
