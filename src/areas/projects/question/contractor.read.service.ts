import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { contractsOfVendor } from "#areas/contracts/contracts.server.ts";
import { agenciesOf } from "#areas/vendors/vendors.server.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import type { payStatuses } from "../pay/pay.labels.ts";
import type { ProjectStatus } from "../project/project.labels.ts";
import type {
  ContractorProject,
  ContractorProjects,
  ContractorQuestion,
  ContractorWait,
} from "./contractor.model.ts";
import { schedulesDue, type DueSchedule } from "../schedule/exchange/due.service.ts";
import { owedOf, type Owed } from "./owed.service.ts";
import type { Court, RfiStatus } from "./rfi.labels.ts";
import { turnsOf } from "./turns.service.ts";

type OfProject = {
  orgId: string;
  id: string;
  number: string;
  name: string;
  status: ProjectStatus;
  contracts: { contractId: string }[];
};

const projectsOf = (side: Db) =>
  side.rows<OfProject>(sql`
    select org_id, id, number, name, status, contracts
    from project
    order by status = 'closed', name, id
    limit 200
  `);

type Asked = {
  orgId: string;
  projectId: string;
  number: string;
  title: string;
  status: RfiStatus;
  side: Court;
  askedOf: Court;
  dueOn: Day | null;
};

const waitingQuestions = (side: Db) =>
  side.rows<Asked>(sql`
    select org_id, project_id, number, title, status, side, asked_of, due_on
    from rfi
    where court = 'contractor'
    order by due_on, number
    limit 100
  `);

type Returned = {
  orgId: string;
  number: string;
  projectId: string;
  purchaseOrderId: string;
  statusReason: string;
};
const returnedApplications = (side: Db) =>
  side.rows<Returned>(sql`
    select org_id, number, project_id, purchase_order_id, status_reason
    from pay_application
    where status = 'returned'
    order by number
    limit 100
  `);

type ToSubmit = {
  orgId: string;
  projectId: string;
  number: string;
  title: string;
  status: "draft" | "revise_resubmit";
  submitBy: Day | null;
};
const toSubmit = (side: Db) =>
  side.rows<ToSubmit>(sql`
    select org_id, project_id, number, title, status, submit_by
    from submittal
    where court = 'contractor' and (status = 'revise_resubmit' or submit_by is not null)
    order by submit_by nulls first, number
    limit 100
  `);

const verbOf = (q: Asked): string => {
  if (q.status === "answered") return "Read the answer to";
  return q.askedOf === "contractor" ? "Answer" : "Say more of";
};

const doOf = ({ kind, back, number }: Owed): string => {
  if (kind === "paper") return `${back ? "Correct and hand in" : "Hand in"} ${number}`;
  return `${back ? "Do again" : "Complete"} ${number}`;
};

type Wait = ContractorWait & { projectId: string };

const scheduleWait = (due: DueSchedule, agency: string): Wait => ({
  orgId: due.orgId,
  projectId: due.id,
  kind: "schedule",
  title: `Hand in your schedule of ${due.number}`,
  detail: due.name,
  agency,
  dueOn: due.dueOn,
  href: `/vendor-portal/projects/${due.orgId}/${due.id}`,
});

const waitsOf = async (side: Db): Promise<Wait[]> => {
  const [agencies, questions, submittals, returned, owed, schedules] = await Promise.all([
    agenciesOf(side),
    waitingQuestions(side),
    toSubmit(side),
    returnedApplications(side),
    owedOf(side),
    schedulesDue(side),
  ]);
  const nameOf = (orgId: string) => agencies.find((each) => each.orgId === orgId)?.agency ?? "";
  return [
    ...questions.map((q): Wait => ({
      orgId: q.orgId,
      projectId: q.projectId,
      kind: "question",
      title: `${verbOf(q)} ${q.number}`,
      detail: q.title,
      agency: nameOf(q.orgId),
      dueOn: q.status === "open" ? q.dueOn : null,
      href: `/vendor-portal/projects/${q.orgId}/${q.projectId}`,
    })),
    ...submittals.map((s): Wait => ({
      orgId: s.orgId,
      projectId: s.projectId,
      kind: "submittal",
      title: `${s.status === "draft" ? "Submit" : "Revise and resubmit"} ${s.number}`,
      detail: s.title,
      agency: nameOf(s.orgId),
      dueOn: s.status === "draft" ? s.submitBy : null,
      href: `/vendor-portal/projects/${s.orgId}/${s.projectId}`,
    })),
    ...returned.map((a): Wait => ({
      orgId: a.orgId,
      projectId: a.projectId,
      kind: "payment",
      title: `Correct ${a.number}`,
      detail: a.statusReason,
      agency: nameOf(a.orgId),
      dueOn: null,
      href: `/vendor-portal/orders/${a.orgId}/${a.purchaseOrderId}`,
    })),
    ...owed.map((o): Wait => ({
      orgId: o.orgId,
      projectId: o.projectId,
      kind: o.kind,
      title: doOf(o),
      detail: o.says,
      agency: nameOf(o.orgId),
      dueOn: o.dueOn,
      href: `/vendor-portal/orders/${o.orgId}/${o.orderId}`,
    })),
    ...schedules.map((due) => scheduleWait(due, nameOf(due.orgId))),
  ];
};

/** What waits for a contractor of its projects, in every agency. */
export const projectsWaiting = (side: Db): Promise<ContractorWait[]> => waitsOf(side);

/** A contractor's projects over all agencies, with what waits for it first. */
export const contractorProjectsOf = async (app: App, actor: Actor): Promise<ContractorProjects> => {
  const side = vendorSide(app.database, actor);
  const [projects, waits, agencies, open] = await Promise.all([
    projectsOf(side),
    waitsOf(side),
    agenciesOf(side),
    side.rows<{ projectId: string; n: number }>(sql`
      select project_id, count(*)::int as n
      from rfi
      where court is not null
      group by project_id
    `),
  ]);
  return {
    waits: waits.map(({ projectId: _project, ...wait }) => wait),
    items: projects.map(({ contracts: _contracts, ...p }) => ({
      ...p,
      agency: agencies.find((each) => each.orgId === p.orgId)?.agency ?? "",
      waits: waits.filter((each) => each.projectId === p.id).length,
      open: open.find((each) => each.projectId === p.id)?.n ?? 0,
    })),
  };
};

type May = ContractorQuestion["may"][number];

/** What a contractor may do of a question now. */
export const contractorMay = (q: {
  status: string;
  side: string;
  askedOf: string;
  court: string | null;
}): May[] => {
  if (q.status === "open" && q.court === "contractor")
    return q.askedOf === "contractor"
      ? ["answer"]
      : q.side === "contractor"
        ? ["reply", "withdraw"]
        : ["reply"];
  if (q.side !== "contractor") return [];
  if (q.status === "open") return ["withdraw"];
  if (q.status === "answered") return ["close", "reopen"];
  return q.status === "closed" ? ["reopen"] : [];
};

type Question = Omit<ContractorQuestion, "turns" | "may"> & { askedOf: Court };

const questionsOf = (side: Db, projectId: string) =>
  side.rows<Question>(sql`
    select
      id, number, title, question, reference, place, proposed_answer, cost_impact, cost_cents,
      time_impact, time_days, asked_by_name, asked_on, due_on, answer, version, status, side,
      case when court = 'designer' then 'agency' else court end as court, asked_of
    from rfi
    where project_id = ${projectId}
    order by court = 'contractor' desc nulls last, court is null, due_on, sequence
    limit 500
  `);

const takesQuestions: ReadonlySet<string> = new Set([
  "active",
  "on_hold",
  "substantially_complete",
]);

/** A project as its contractor sees it: questions, applications, what is its turn. 404 for another's. */
export const contractorProjectOf = async (
  app: App,
  actor: Actor,
  { orgId, id }: { orgId: string; id: string },
): Promise<ContractorProject> => {
  const side = vendorSide(app.database, actor);
  const p = (await projectsOf(side)).find((each) => each.orgId === orgId && each.id === id);
  if (!p) throw notFound("project");
  const [agencies, contracts, questions, submittals, applications] = await Promise.all([
    agenciesOf(side),
    contractsOfVendor(side),
    questionsOf(side, id),
    toSubmit(side),
    side.rows<
      ContractorProject["applications"][number] & {
        status: keyof typeof payStatuses;
      }
    >(sql`
      select
        id, number, case when paid_on is not null then 'paid' else status end as status,
        purchase_order_id, period_to, status_reason
      from pay_application
      where project_id = ${id}
      order by number desc
      limit 100
    `),
  ]);
  const turns = await turnsOf(
    side,
    questions.map((q) => q.id),
  );
  const { contracts: named, ...head } = p;
  return {
    ...head,
    agency: agencies.find((each) => each.orgId === orgId)?.agency ?? "",
    contracts: contracts
      .filter((c) => c.orgId === orgId && named.some(({ contractId }) => contractId === c.id))
      .map((c) => ({ id: c.id, number: c.number, title: c.title })),
    closed: takesQuestions.has(p.status) ? null : "The project takes no questions any more.",
    questions: questions.map(({ askedOf, ...q }) => ({
      ...q,
      turns: turns.filter((turn) => turn.rfiId === q.id).map(({ rfiId: _rfi, ...turn }) => turn),
      may: contractorMay({ ...q, askedOf }),
    })),
    toSubmit: submittals.filter(({ projectId }) => projectId === id).length,
    applications,
  };
};
