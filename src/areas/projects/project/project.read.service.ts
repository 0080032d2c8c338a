import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { editRefusal, type OfferedAction } from "#kernel/lifecycle.ts";
import { addDays } from "#kernel/time.ts";
import { requireSegment } from "#areas/budget/budget.server.ts";
import { contractsNamed, retainageOfContracts } from "#areas/contracts/contracts.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { approvalsOf } from "#areas/workflow/workflow.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { maybeAs } from "#server/db/read-as.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { bindActor } from "#server/http/list-conditions.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { project } from "../projects.tables.ts";
import { mattersOf, stillOpen, type Matter } from "./matters.service.ts";
import { projectCycle } from "./project.labels.ts";
import { beyondBudget, beyondTime, projectList } from "./project.list.ts";
import { projectRow, type ProjectDetail, type ProjectStanding } from "./project.model.ts";
import { contractIdsOf, projectNoun, withBudget, type ProjectStored } from "./project.noun.ts";

const headColumns = recordColumns(projectList, {});

const headOf = async (db: Db, actor: Actor, id: string) => {
  const row = await maybeAs(
    db,
    projectRow,
    sql`
      select ${bindActor(headColumns, actor)}
      from project p
      where p.org_id = ${db.scope.orgId} and p.id = ${id}
    `,
  );
  if (!row) throw notFound("project");
  return row;
};

// What closing would be refused for stands on its button.
const closable = (actions: OfferedAction[], open: readonly Matter[]): OfferedAction[] =>
  actions.map((action) => {
    const why = action.name === "close" && action.enabled ? stillOpen(open) : null;
    return why ? { ...action, enabled: false, reason: why } : action;
  });

/** A project with its money, time and people, and what the actor may do. 404. */
export const readProject = async (db: Db, actor: Actor, id: string): Promise<ProjectDetail> => {
  const [head, row] = await Promise.all([
    headOf(db, actor, id),
    getRow(db, project, id, "project"),
  ]);
  const inspectorIds = row.inspectors.map(({ personId }) => personId);
  const ids = [row.engineerId, row.forecastBy, row.certifiedBy, row.proposedBy, ...inspectorIds];
  const [people, contracts, segment, open, facts, approvals] = await Promise.all([
    membersNamed(db, { ids: ids.filter((who) => who !== null) }),
    contractsNamed(db, contractIdsOf(row)),
    requireSegment(db, "project", row.segmentId, "segmentCode"),
    row.status === "substantially_complete" ? mattersOf(db, row) : [],
    withBudget(db as Tx, row),
    approvalsOf(db, [id]),
  ]);
  const named = (who: string | null) =>
    who && (people.find((each) => each.id === who)?.name ?? "A former member");
  return {
    ...head,
    description: row.description,
    segmentId: row.segmentId,
    segment: segment.name,
    engineer: named(row.engineerId),
    inspectors: row.inspectors,
    inspectorNames: inspectorIds.map((who) => named(who)!),
    contracts: row.contracts,
    named: contracts.map((c) => ({
      id: c.id,
      number: c.number,
      title: c.title,
      vendor: c.vendor,
      status: c.status,
      endsOn: c.endsOn,
      ceiling: c.ceiling,
    })),
    contractDays: row.contractDays,
    questionDays: row.questionDays,
    monthlyScheduleDay: row.monthlyScheduleDay,
    monthlyScheduleFrom: row.monthlyScheduleFrom,
    phases: row.phases,
    funding: row.funding,
    capitalRequestId: row.capitalRequestId,
    forecastReason: row.forecastReason,
    forecastOn: row.forecastOn,
    forecaster: named(row.forecastBy),
    completedOn: row.completedOn,
    remaining: row.remaining,
    costToComplete: row.costToComplete,
    certifier: row.certifiedAt ? named(row.certifiedBy) : null,
    certifiedAt: row.certifiedAt,
    closedOn: row.closedOn,
    proposer: named(row.proposedBy),
    statusReason: row.statusReason,
    open,
    approvalId: approvals.at(-1) ?? null,
    canEdit: editRefusal(projectCycle.edit!, facts, actor) === null,
    actions: closable(actionsFor(actor, projectNoun, facts), open),
  };
};

/** Days ahead from which the release of retainage is told. */
const aheadDays = 30;

// Complete projects with contracts, at most so many are asked for their retainage.
const mostComplete = 200;

const retainageDue = async (db: Db): Promise<ProjectStanding["retainageDue"]> => {
  const complete = await db.rows<Pick<ProjectStored, "id" | "number" | "contracts">>(sql`
    select id, number, contracts
    from project
    where org_id = ${db.scope.orgId} and status = 'substantially_complete' and contracts <> '[]'
    order by number
    limit ${mostComplete}
  `);
  const held = await retainageOfContracts(db, complete.flatMap(contractIdsOf));
  const until = addDays(businessDate(db.scope), aheadDays);
  return complete.flatMap((each) => {
    const { id, number } = each;
    const contractIds = contractIdsOf(each);
    const days = held
      .filter((c) => contractIds.includes(c.id) && c.withheld > 0 && c.releaseBy !== null)
      .map((c) => c.releaseBy!)
      .filter((by) => by <= until)
      .toSorted();
    return days[0] ? [{ id, number, by: days[0] }] : [];
  });
};

type Counts = Omit<ProjectStanding, "retainageDue">;

/** How the agency's projects stand, by the conditions of the list that the figures open. */
export const standingOfProjects = async (db: Db, actor: Actor): Promise<ProjectStanding> => {
  const [counts, due] = await Promise.all([
    db.one<Counts>(sql`
      select
        count(*) filter (where ${bindActor(beyondBudget, actor)})::int as beyond_budget,
        count(*) filter (where ${bindActor(beyondTime, actor)})::int as beyond_time,
        count(*) filter (where p.status = 'submitted')::int as submitted,
        count(*) filter (where p.status = 'approved')::int as approved,
        count(*) filter (where p.status = 'substantially_complete')::int as to_close,
        (
          select count(*)
          from pay_application a
          where a.org_id = ${db.scope.orgId} and a.status = 'submitted'
        )::int as to_certify,
        count(*)::int as open
      from project p
      where p.org_id = ${db.scope.orgId} and p.status not in ('closed', 'cancelled')
    `),
    retainageDue(db),
  ]);
  return { ...counts, retainageDue: due };
};
