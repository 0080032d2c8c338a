import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { businessNow } from "#server/clock.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { actionsFor, transition } from "#server/lifecycle.ts";
import type { PlanDetail, PlanInput } from "./incident.model.ts";
import { positionsOf } from "./incident.read.service.ts";
import type { Section } from "./incident.labels.ts";
import { tellHolders, tellPeople } from "./hand-on.service.ts";
import { requireSection, sectionsOf } from "./incident.service.ts";
import { incidentPlan } from "./incident.tables.ts";
import { planNoun } from "./nouns.ts";
import { planForms } from "./plan-forms.fields.ts";
import { carriedContacts, contactsOf, noForms } from "./plan-forms.model.ts";
import type { FrozenPlan } from "./plan.model.ts";
import { asTree } from "./position.model.ts";

type Period = { id: string; incidentId: string; periodNo: number; number: string };
const periodOf = async (db: Db, id: string): Promise<Period> => {
  const row = await db.maybe<Period>(sql`
    select p.id, p.incident_id, p.period_no, i.number
    from incident_period p
    join incident i on i.org_id = p.org_id and i.id = p.incident_id
    where p.org_id = ${db.scope.orgId} and p.id = ${id}
  `);
  if (!row) throw notFound("operational period");
  return row;
};

// Channels, ways of contact and the medical plan hold from period to period until somebody changes them.
const carriedTables = async (
  tx: Tx,
  incidentId: string,
  input: PlanInput,
): Promise<Pick<PlanInput, "communications" | "medical" | "forms">> => {
  const typed =
    input.communications || input.medical || canonicalJson(input.forms) !== canonicalJson(noForms);
  const last = typed
    ? null
    : await tx.maybe<{ communications: string; medical: string; forms: unknown }>(sql`
      select x.communications, x.medical, x.forms
      from incident_plan x
      join incident_period p on p.org_id = x.org_id and p.id = x.period_id
      where x.org_id = ${tx.scope.orgId} and x.incident_id = ${incidentId}
      order by p.period_no desc
      limit 1
    `);
  if (!last) return input;
  const forms = planForms.parse(last.forms);
  const positions = await positionsOf(tx, incidentId);
  const holders = positions.map((p) => ({ position: p.title, person: p.person }));
  return { ...last, forms: { ...forms, contacts: carriedContacts(forms.contacts, holders) } };
};

/**
 * Drafts the plan of a period: what no record holds is typed, the rest are the records. Its tables begin
 * with what the last plan of the incident says, where none of them is given.
 */
export const draftPlan = async (tx: Tx, actor: Actor, periodId: string, input: PlanInput) => {
  const period = await periodOf(tx, periodId);
  await requireSection(tx, actor, period.incidentId, ["command", "planning"]);
  const known = await tx.maybe(sql`
    select id
    from incident_plan
    where org_id = ${tx.scope.orgId} and period_id = ${periodId}
  `);
  if (known) throw conflict("plan_exists", "This period has its plan already.");
  return create(tx, actor, planNoun, {
    number: { kind: "IAP" },
    row: {
      ...input,
      ...(await carriedTables(tx, period.incidentId, input)),
      orgId: tx.scope.orgId!,
      id: newId(),
      incidentId: period.incidentId,
      periodId,
      preparedBy: actor.personId,
    },
  });
};

type Row = typeof incidentPlan.$inferSelect;

// The radio and medical plans are logistics'.
const writers: readonly Section[] = ["command", "planning", "logistics"];

/** Changes what a draft says; what was sent is given back first. */
export const changePlan = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: PlanInput,
  version: number | null,
): Promise<Row> => {
  const plan = await getRow(tx, incidentPlan, id, "incident action plan");
  await requireSection(tx, actor, plan.incidentId, writers);
  return change(tx, actor, planNoun, {
    id,
    version,
    action: "change",
    unless: ({ status }) =>
      status === "draft" ? null : "It is before the commander. Ask that it is given back.",
    effect: async () => ({ patch: input }),
  });
};

const compose = async (db: Db, plan: Row, approver: string | null): Promise<FrozenPlan> => {
  const [head, objectives, positions, resources] = await Promise.all([
    db.one<{
      incident: string;
      no: number;
      from: Instant;
      to: Instant;
      preparedBy: string | null;
      approvedBy: string | null;
      area: unknown;
    }>(sql`
      select
        i.area, i.number || ' ' || i.title as incident, p.period_no as no, p.from_at as "from",
        p.to_at as "to",
        (select display_name from person where id = ${plan.preparedBy}) as prepared_by,
        (select display_name from person where id = ${approver}) as approved_by
      from incident_period p
      join incident i on i.org_id = p.org_id and i.id = p.incident_id
      where p.org_id = ${db.scope.orgId} and p.id = ${plan.periodId}
    `),
    db.rows<{ objective: string }>(sql`
      select o.objective
      from incident_objective o
      join incident_period p on p.org_id = o.org_id and p.id = ${plan.periodId}
      where o.org_id = ${db.scope.orgId}
        and o.incident_id = ${plan.incidentId}
        and o.from_period <= p.period_no
        and (o.until_period is null or o.until_period >= p.period_no)
      order by o.from_period, o.id
    `),
    positionsOf(db, plan.incidentId),
    db.rows<FrozenPlan["resources"][number]>(sql`
      select number, title, status
      from incident_request
      where org_id = ${db.scope.orgId}
        and incident_id = ${plan.incidentId}
        and status in ('funded', 'ordered', 'partial', 'received')
      order by number
    `),
  ]);
  return {
    incident: head.incident,
    period: { no: head.no, from: head.from, to: head.to },
    objectives: objectives.map((row) => row.objective),
    organization: asTree(positions).map(({ position: p }) => ({
      position: p.title,
      section: p.section,
      person: p.person,
    })),
    resources,
    weather: plan.weather,
    safety: plan.safety,
    communications: plan.communications,
    medical: plan.medical,
    forms: planForms.parse(plan.forms),
    preparedBy: head.preparedBy,
    approvedBy: head.approvedBy,
    area: head.area,
  };
};

const requireCommander = async (tx: Tx, actor: Actor, incidentId: string): Promise<void> => {
  const mine = await tx.maybe(sql`
    select h.id
    from incident_position p
    join incident_holding h on h.org_id = p.org_id and h.position_id = p.id and h.to_at is null
    where p.org_id = ${tx.scope.orgId}
      and p.incident_id = ${incidentId}
      and p.code = 'IC'
      and h.person_id = ${actor.personId}
  `);
  if (!mine) throw notAllowed("The commander of this incident does this, and nobody else.");
};

/** A step of a plan. The commander's approval freezes the set of that moment with its hash. */
export const movePlan = async (
  tx: Tx,
  actor: Actor,
  action: "submit" | "approve" | "giveBack",
  step: { id: string; version: number | null; reason?: string | null },
) => {
  const plan = await getRow(tx, incidentPlan, step.id, "incident action plan");
  if (action === "submit")
    await requireSection(tx, actor, plan.incidentId, ["command", "planning"]);
  else await requireCommander(tx, actor, plan.incidentId);
  return transition(tx, actor, planNoun, {
    ...step,
    action,
    effect: async (record) => {
      const word = { body: "", link: `/disaster-response/plans/${plan.id}` };
      if (action === "submit")
        await tellHolders(tx, actor, plan.incidentId, ["IC"], {
          ...word,
          title: `${plan.number} waits for your approval`,
        });
      if (action === "giveBack")
        tellPeople(tx, actor, [plan.preparedBy], {
          title: `${plan.number} came back`,
          body: step.reason ?? "",
          link: word.link,
        });
      if (action !== "approve") return undefined;
      const frozen = await compose(tx, record as Row, actor.personId);
      return {
        patch: {
          approvedBy: actor.personId,
          approvedAt: businessNow(tx.scope).toISOString(),
          frozen,
          sha256: createHash("sha256").update(canonicalJson(frozen)).digest("hex"),
        },
      };
    },
  });
};

const mayWrite = async (db: Db, actor: Actor, incidentId: string): Promise<boolean> =>
  actor.permissions.has("incident.edit") ||
  (actor.permissions.has("incident.work") &&
    (await sectionsOf(db, actor.personId, incidentId)).some((each) => writers.includes(each)));

/** A plan: as it was approved, else as the records stand now. */
export const readPlan = async (db: Db, actor: Actor, id: string): Promise<PlanDetail> => {
  const plan = await getRow(db, incidentPlan, id, "incident action plan");
  const composed = plan.frozen ?? (await compose(db, plan, null));
  return {
    id,
    number: plan.number,
    status: plan.status,
    version: plan.version,
    incidentId: plan.incidentId,
    incident: composed.incident,
    periodNo: composed.period.no,
    plan: composed,
    contacts: contactsOf(composed.forms ?? noForms, composed.organization),
    mayChange: plan.status === "draft" && (await mayWrite(db, actor, plan.incidentId)),
    approvedAt: plan.approvedAt,
    sha256: plan.sha256,
    actions: actionsFor(actor, planNoun, plan),
  };
};
