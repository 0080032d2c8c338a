import type { Actor } from "#kernel/access.ts";
import { invalidField, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { memberById } from "#areas/organization/organization.server.ts";
import { change } from "#server/change.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import { risk } from "../incident/incident.tables.ts";
import { riskNoun } from "../incident/nouns.ts";
import { riskCycle } from "./risk.labels.ts";
import type { PublicRisk, Risk, RiskDetail, RiskInput, RiskStep } from "./risk.model.ts";

export const riskList: ListDefinition = {
  name: "risks",
  from: "risk x left join person who on who.id = x.owner_id",
  base: "risk x",
  alias: "x",
  columns: {
    id: { sql: "x.id", hidden: true },
    number: { sql: "x.number", label: "Number", sort: true },
    title: { sql: "x.title", label: "Risk", sort: true },
    status: { sql: "x.status", label: "Status", sort: true, codes: riskCycle.statuses },
    owner: { sql: "who.display_name", label: "Owner" },
    reviewOn: { sql: "x.review_on", label: "Review", sort: true },
    inherent: { sql: "x.likelihood * x.impact", label: "Inherent", sort: true },
    residual: { sql: "x.residual_likelihood * x.residual_impact", label: "Residual", sort: true },
    target: { sql: "x.target", label: "Target", sort: true },
    published: { sql: "x.published", label: "Published" },
    overdue: {
      sql: "(x.status <> 'closed' and x.review_on < $today)",
      label: "Review overdue",
    },
    version: { sql: "x.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "x.status", type: "text" },
    overdue: { kind: "flag", sql: "x.status <> 'closed' and x.review_on < $today" },
    mine: { kind: "flag", sql: "x.owner_id = $actor" },
    published: { kind: "flag", sql: "x.published" },
    reviewOn: { kind: "range", sql: "x.review_on", type: "date" },
  },
  search: ["x.number", "x.title", "x.description"],
  defaultSort: "reviewOn",
};

const checkRisk = async (tx: Tx, input: RiskInput): Promise<void> => {
  if (!(await memberById(tx, input.ownerId)))
    throw invalidField("ownerId", "This person is not a member of the agency.");
  if (input.published && !input.publicText)
    throw invalidField("publicText", "Write what everybody reads of it.");
};

/** Enters a risk; it has an owner and a day of review from the first. */
export const identifyRisk = async (tx: Tx, actor: Actor, input: RiskInput) => {
  await checkRisk(tx, input);
  return create(tx, actor, riskNoun, {
    number: { kind: "RK" },
    row: { ...input, orgId: tx.scope.orgId!, id: newId() },
  });
};

/** Changes what is said of a risk; its grades change by assessing. */
export const changeRisk = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RiskInput,
  version: number | null,
) => {
  return change(tx, actor, riskNoun, {
    id,
    version,
    action: "change",
    effect: async () => {
      await checkRisk(tx, input);
      return { patch: input };
    },
  });
};

const required = (value: number | null | undefined, field: string): number => {
  if (value === null || value === undefined) throw invalidField(field, "Choose 1 to 5.");
  return value;
};

type Told = Omit<RiskStep, "reason">;
const assess = (tx: Tx, actor: Actor, at: TakenStep, input: Told) =>
  transition(tx, actor, riskNoun, {
    ...at,
    action: "assess",
    effect: async () => ({
      patch: {
        likelihood: required(input.likelihood, "likelihood"),
        impact: required(input.impact, "impact"),
        residualLikelihood: required(input.residualLikelihood, "residualLikelihood"),
        residualImpact: required(input.residualImpact, "residualImpact"),
        assessedBy: actor.personId,
      },
    }),
  });

const treat = (tx: Tx, actor: Actor, at: TakenStep, { treatment }: Told) =>
  transition(tx, actor, riskNoun, {
    ...at,
    action: "treat",
    effect: async () => {
      if (!treatment) throw invalidField("treatment", "Say what is done about it.");
      return { patch: { treatment } };
    },
  });

const accept = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, riskNoun, {
    ...at,
    action: "accept",
    effect: async () => ({ patch: { acceptedBy: actor.personId } }),
  });

const close = (tx: Tx, actor: Actor, at: TakenStep) =>
  transition(tx, actor, riskNoun, {
    ...at,
    action: "close",
    effect: async () => ({ patch: { statusReason: at.reason } }),
  });

/** The steps of a risk: graded, treated, accepted by another person, closed. 422 at the field. */
export const riskSteps = { assess, treat, accept, close };

/** A risk with the actor's actions. 404. */
export const readRisk = async (db: Db, actor: Actor, id: string): Promise<RiskDetail> => {
  const row = await db.maybe<Risk>(
    bind(
      `
        select ${recordColumns(riskList, {}).replaceAll("$today", "$3::date")}
        from ${riskList.from}
        where x.org_id = $1 and x.id = $2
      `,
      [db.scope.orgId, id, businessDate(db.scope)],
    ),
  );
  if (!row) throw notFound("risk");
  const r = await getRow(db, risk, id, "risk");
  return {
    ...row,
    description: r.description,
    publicText: r.publicText,
    treatment: r.treatment,
    ownerId: r.ownerId,
    likelihood: r.likelihood,
    impact: r.impact,
    residualLikelihood: r.residualLikelihood,
    residualImpact: r.residualImpact,
    incidentId: r.incidentId,
    statusReason: r.statusReason,
    actions: actionsFor(actor, riskNoun, r),
  };
};

/** What anonymous visitors see of the register: published entries, in their public words. */
export const publicRisks = (db: Db): Promise<PublicRisk[]> =>
  db.rows<PublicRisk>(sql`
    select
      id, number, status, public_text, likelihood * impact as inherent,
      residual_likelihood * residual_impact as residual, review_on
    from risk
    where published
    order by number
    limit 200
  `);
