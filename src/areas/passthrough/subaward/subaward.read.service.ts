import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { accountFacts } from "#areas/budget/budget.server.ts";
import { awardNamed, monthsAfter, type CloseoutItem } from "#areas/grants/grants.server.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { budgetRuleOn } from "#areas/preaward/preaward.server.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import { subaward } from "../passthrough.tables.ts";
import { askedByClass } from "../request/classes.service.ts";
import { factFields, openFacts } from "./facts.model.ts";
import { riskQuestions } from "./risk.model.ts";
import { revisable } from "./revised.service.ts";
import { subawardList } from "./subaward.list.ts";
import type { SubawardDetail } from "./subaward.model.ts";
import { subawardNoun, type SubawardRecord } from "./subaward.noun.ts";

const reviewed = new Set(["executed", "active", "on_hold", "ended"]);
const lastReviewOf = (db: Db, id: string) =>
  db.one<{ on: string | null }>(sql`
    select max(done_on) as on
    from desk_review
    where org_id = ${db.scope.orgId} and subaward_id = ${id} and status = 'done'
  `);

const factRows = (s: SubawardRecord): SubawardDetail["facts"] => {
  const open = new Set(openFacts(s.facts).map((f) => f.key));
  return factFields.map((f) => ({
    ...f,
    hint: f.hint ?? null,
    value: s.facts[f.key]?.value ?? "",
    known: s.facts[f.key]?.known ?? true,
    open: open.has(f.key),
  }));
};
const riskRows = (s: SubawardRecord): SubawardDetail["risk"] =>
  (s.risk ?? []).map((a) => {
    const question = riskQuestions.find((q) => q.key === a.question)!;
    return { ...a, text: question.text, citation: question.citation };
  });

type Head = Omit<
  SubawardDetail,
  | "awardId"
  | "awardTitle"
  | "applicationId"
  | "vendorId"
  | "screening"
  | "account"
  | "accountStringId"
  | "match"
  | "budget"
  | "asked"
  | "startsOn"
  | "facts"
  | "risk"
  | "riskPoints"
  | "assessedBy"
  | "approvedBy"
  | "assessedOn"
  | "executedOn"
  | "reportDueOn"
  | "reportedOn"
  | "reportReference"
  | "endedOn"
  | "closedOn"
  | "reviewEvery"
  | "nextReview"
  | "encumbered"
  | "statusReason"
  | "owner"
  | "mtdc"
  | "canEdit"
  | "canDecide"
  | "canRecover"
  | "canRevise"
  | "canFacts"
  | "canReview"
  | "canReport"
  | "actions"
>;

const headOf = (db: Db, id: string) =>
  db.maybe<Head>(
    bind(
      `
        select ${recordColumns(subawardList, {})}, a.number as application
        from ${subawardList.from}
        left join program_application a on a.org_id = s.org_id and a.id = s.application_id
        where s.org_id = $1 and s.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );

const mayOf = (actor: Actor, s: SubawardRecord) => ({
  canEdit: s.status === "draft" && actor.permissions.has("subaward.edit"),
  canFacts:
    !["ended", "closed", "terminated", "cancelled"].includes(s.status) &&
    actor.permissions.has("subaward.edit"),
  canDecide: actor.permissions.has("subaward.approve"),
  canRevise: revisable(s.status) && actor.permissions.has("subaward.approve"),
  canRecover: actor.permissions.has("subaward.edit"),
  canReview: reviewed.has(s.status) && actor.permissions.has("subaward.review"),
  canReport: s.reportDueOn !== null && actor.permissions.has("subaward.edit"),
});

/** A subaward with what the law asks it to state, its risk and its money. 404. */
export const readSubaward = async (db: Db, actor: Actor, id: string): Promise<SubawardDetail> => {
  const [row, s, last, asked] = await Promise.all([
    headOf(db, id),
    getRow(db, subaward, id, "subaward"),
    lastReviewOf(db, id),
    askedByClass(db, id),
  ]);
  if (!row) throw notFound("subaward");
  const people = await membersNamed(db, {
    ids: [s.ownerId, s.assessedBy, s.approvedBy].filter((each) => each !== null),
  });
  const nameOf = (who: string | null) => people.find((p) => p.id === who)?.name ?? null;
  const account = (await accountFacts(db, [s.accountStringId])).get(s.accountStringId);
  const [w, vendor] = await Promise.all([awardNamed(db, s.awardId), vendorFacts(db, s.vendorId)]);
  const rule = await budgetRuleOn(db, w.periodFrom);
  return {
    ...row,
    awardTitle: w.title,
    screening: vendor?.screening ?? null,
    awardId: s.awardId,
    applicationId: s.applicationId,
    vendorId: s.vendorId,
    accountStringId: s.accountStringId,
    account: account?.code ?? "",
    match: s.match,
    budget: s.budget,
    asked,
    startsOn: s.startsOn,
    facts: factRows(s),
    risk: riskRows(s),
    riskPoints: s.riskPoints,
    assessedBy: nameOf(s.assessedBy),
    assessedOn: s.assessedOn,
    approvedBy: nameOf(s.approvedBy),
    executedOn: s.executedOn,
    reportDueOn: s.reportDueOn,
    reportedOn: s.reportedOn,
    reportReference: s.reportReference,
    endedOn: s.endedOn,
    closedOn: s.closedOn,
    reviewEvery: s.reviewEvery,
    nextReview:
      s.reviewEvery && s.executedOn && reviewed.has(s.status)
        ? monthsAfter(last.on ?? s.executedOn, s.reviewEvery)
        : null,
    encumbered: s.encumbered,
    statusReason: s.statusReason,
    owner: nameOf(s.ownerId),
    mtdc: {
      counts: Math.min(s.claimed, rule.subawardCapCents),
      cap: rule.subawardCapCents,
      citation: rule.citation,
    },
    ...mayOf(actor, s),
    actions: await actionsAsked(db, actor, subawardNoun, s),
  };
};

/** Of an award's closeout: every subaward of it is closed. */
export const subawardsClosed = async (db: Db, awardId: string): Promise<CloseoutItem[]> => {
  const open = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from subaward
    where org_id = ${db.scope.orgId}
      and award_id = ${awardId}
      and status not in ('closed', 'terminated', 'cancelled')
    order by number
  `);
  return [
    {
      key: "subawards",
      ok: open.length === 0,
      text: open.length
        ? `Subawards are open: ${open.map((s) => s.number).join(", ")}.`
        : "No subaward of it is open.",
      citation: "2 CFR 200.344(b)",
      records: open.map((s) => ({
        number: s.number,
        href: `/grant-management/subawards/${s.id}`,
      })),
    },
  ];
};
