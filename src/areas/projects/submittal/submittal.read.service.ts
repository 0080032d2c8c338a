import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal } from "#kernel/lifecycle.ts";
import { contractsNamed } from "#areas/contracts/contracts.server.ts";
import type { Db } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { businessDate } from "#server/clock.ts";
import { contractIdsOf } from "../project/project.noun.ts";
import { project } from "../projects.tables.ts";
import { designerIn } from "../designer/link.service.ts";
import { submittalCycle } from "./submittal.labels.ts";
import { submittalList } from "./submittal.list.ts";
import {
  submittalRow,
  type ProjectSubmittals,
  type SubmittalDetail,
  type SubmittalRow,
} from "./submittal.model.ts";
import { submittalNoun } from "./submittal.noun.ts";
import { submittal } from "./submittal.tables.ts";
import { turnsOf } from "./turns.service.ts";

const headColumns = recordColumns(submittalList, {});

const headOf = async (db: Db, actor: Actor, id: string): Promise<SubmittalRow> => {
  const row = await maybeAs(
    db,
    submittalRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from submittal s
      join project p on p.org_id = s.org_id and p.id = s.project_id
      where s.org_id = ${db.scope.orgId} and s.id = ${id}
    `,
  );
  if (!row) throw notFound("submittal");
  return row;
};

/** A submittal with its turns and files, and what the actor may do. 404. */
export const readSubmittal = async (db: Db, actor: Actor, id: string): Promise<SubmittalDetail> => {
  const [head, row] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, submittal, id, "submittal"),
  ]);
  const [p, contracts, turns, designer, actions] = await Promise.all([
    getRow(db, project, row.projectId, "project"),
    contractsNamed(db, [row.contractId]),
    turnsOf(db, [id]),
    designerIn(db, row.designerLinkId, actor.permissions.has("submittal.review")),
    actionsAsked(db, actor, submittalNoun, row),
  ]);
  const [contract] = contracts;
  return {
    ...head,
    projectNumber: p.number,
    contract: contract
      ? { id: contract.id, number: contract.number, vendor: contract.vendor }
      : null,
    description: row.description,
    leadDays: row.leadDays,
    reviewDays: row.reviewDays,
    submittedByName: row.submittedByName,
    review: row.review,
    reviewedByName: row.reviewedByName,
    turns: turns.map(({ submittalId: _id, ...turn }) => turn),
    designer,
    statusReason: row.statusReason,
    canEdit: editRefusal(submittalCycle.edit!, row, actor) === null,
    actions,
  };
};

/** What was typed of a submittal, as its form has it. 404. */
export const typedSubmittal = (db: Db, id: string) => getRow(db, submittal, id, "submittal");

/** How the submittals of a project stand, and what its next one begins with. 404. */
export const submittalsOfProject = async (
  db: Db,
  projectId: string,
): Promise<ProjectSubmittals> => {
  const p = await getRow(db, project, projectId, "project");
  const today = businessDate(db.scope);
  const [contracts, counts] = await Promise.all([
    contractsNamed(db, contractIdsOf(p)),
    db.one<Omit<ProjectSubmittals, "contracts">>(sql`
      select
        count(*) filter (where court = 'agency')::int as ours,
        count(*) filter (where court = 'agency' and due_on < ${today}::date)::int as overdue_ours,
        count(*) filter (
          where status = 'draft'
          and submit_by < ${today}::date
        )::int as overdue_contractors
      from submittal
      where org_id = ${db.scope.orgId} and project_id = ${projectId}
    `),
  ]);
  return {
    contracts: contracts.map(({ id, number, title }) => ({ id, number, title })),
    ...counts,
  };
};
