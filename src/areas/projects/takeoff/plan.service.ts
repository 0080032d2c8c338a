import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { refuseOtherRecord } from "#server/files/resumable.service.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { projectNoun } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { inBox, orderedBox } from "./page.model.ts";
import type { IssueInput, PlanInput } from "./plan.model.ts";
import { planIssue, planSet, planSheet, sheetViewport } from "./plan.tables.ts";

type Written = { id: string; version: number };

const addIssueTo = async (
  tx: Tx,
  actor: Actor,
  set: { id: string; projectId: string },
  input: IssueInput,
): Promise<string> => {
  const file = await requireSeenFile(tx, actor, input.fileId);
  await refuseOtherRecord(tx, file.id, { type: projectNoun.name, id: set.projectId });
  if (file.mediaType !== "application/pdf")
    throw invalidField("fileId", "Plans are taken as PDF.", "plans_not_pdf");
  const { id } = await insertRow(tx, planIssue, {
    orgId: tx.scope.orgId!,
    id: newId(),
    planSetId: set.id,
    fileId: file.id,
    label: input.label,
    issuedOn: input.issuedOn,
    createdBy: actor.personId,
  });
  return id;
};

/**
 * Adds a plan set to a project, with the file of its first issue, whose sheets are still to be read.
 * 404; 422 `unknown_file`, `upload_of_another`, `plans_not_pdf`, `same_plans`.
 */
export const addPlans = async (
  tx: Tx,
  actor: Actor,
  input: PlanInput,
): Promise<{ id: string; issueId: string }> => {
  const p = await lockRow(tx, project, input.projectId, "project");
  const same = await tx.maybe(sql`
    select 1 as same
    from plan_set
    where org_id = ${tx.scope.orgId} and project_id = ${p.id} and name = ${input.name}
  `);
  if (same)
    throw invalidField(
      "name",
      `${p.number} has a plan set ${input.name}. Add a new issue to it.`,
      "same_plans",
    );
  const set = await insertRow(tx, planSet, {
    orgId: tx.scope.orgId!,
    id: newId(),
    projectId: p.id,
    name: input.name,
    createdBy: actor.personId,
  });
  const issueId = await addIssueTo(tx, actor, set, input);
  note(tx, actor, projectNoun, p, {
    action: "addPlans",
    note: `Plan set ${input.name}, ${input.label}`,
  });
  return { id: set.id, issueId };
};

/** Adds a later issue to a plan set: its sheets become revisions of those of the same number. */
export const addIssue = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: IssueInput,
): Promise<{ id: string; issueId: string }> => {
  const set = await lockRow(tx, planSet, id, "plan set");
  const issueId = await addIssueTo(tx, actor, set, input);
  const p = await getRow(tx, project, set.projectId, "project");
  note(tx, actor, projectNoun, p, {
    action: "addPlans",
    note: `Plan set ${set.name}, ${input.label}`,
  });
  return { id, issueId };
};

/**
 * Corrects what the title block proposed. 404, 412, 428; 422 `same_sheet` where the set has such a sheet
 * already, unless it comes of an earlier issue: then this is its next revision.
 */
export const nameSheet = async (
  tx: Tx,
  id: string,
  input: { number: string; title: string },
  version: number | null,
): Promise<Written> => {
  const row = await lockRow(tx, planSheet, id, "sheet");
  requireVersion(row.version, version);
  if (row.number === input.number) {
    const { version: now } = await updateRow(tx, planSheet, id, {
      title: input.title,
    });
    return { id, version: now };
  }
  const [other] = await tx.rows<{ id: string; revision: number; issueId: string }>(sql`
    select id, revision, issue_id
    from plan_sheet
    where org_id = ${tx.scope.orgId} and plan_set_id = ${row.planSetId} and number = ${input.number}
    order by revision desc
    limit 1
    for update
  `);
  if (other?.issueId === row.issueId)
    throw invalidField("number", `This issue has a sheet ${input.number} already.`, "same_sheet");
  if (row.revision > 1)
    throw conflict(
      "sheet_revised",
      `Sheet ${row.number} has an earlier revision, so its number stays.`,
    );
  if (other) await updateRow(tx, planSheet, other.id, { current: false });
  const { version: now } = await updateRow(tx, planSheet, id, {
    ...input,
    revision: (other?.revision ?? 0) + 1,
  });
  return { id, version: now };
};

/** Adds a part of a sheet that has a scale of its own. 404; 422 `viewport_outside`, `same_viewport`. */
export const addViewport = async (
  tx: Tx,
  sheetId: string,
  input: { name: string; box: readonly [number, number, number, number] },
): Promise<Written> => {
  const sheet = await lockRow(tx, planSheet, sheetId, "sheet");
  const box = orderedBox(input.box);
  const corners = [
    [box[0], box[1]],
    [box[2], box[3]],
  ] as const;
  if (box[2] - box[0] < 1 || box[3] - box[1] < 1 || !corners.every((at) => inBox(at, sheet.box)))
    throw invalidField("box", "Draw the part of the sheet within the sheet.", "viewport_outside");
  const same = await tx.maybe(sql`
    select 1 as same
    from sheet_viewport
    where org_id = ${tx.scope.orgId} and sheet_id = ${sheetId} and name = ${input.name}
  `);
  if (same)
    throw invalidField("name", `The sheet has a part ${input.name} already.`, "same_viewport");
  return insertRow(tx, sheetViewport, {
    orgId: tx.scope.orgId!,
    id: newId(),
    sheetId,
    name: input.name,
    box,
  });
};

/** The project of a sheet. 404. */
export const projectOfSheet = async (tx: Tx, sheetId: string): Promise<string> => {
  const row = await tx.maybe<{ projectId: string }>(sql`
    select p.project_id
    from plan_sheet s
    join plan_set p on p.org_id = s.org_id and p.id = s.plan_set_id
    where s.org_id = ${tx.scope.orgId} and s.id = ${sheetId}
  `);
  if (!row) throw notFound("sheet");
  return row.projectId;
};
