import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { approvedAs } from "#kernel/lump-sum.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { bind, sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsAsked } from "#server/lifecycle.ts";
import { budgetEffect, openYearOf } from "#areas/budget/budget.server.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import type { ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { advisePurchase } from "../method/check.service.ts";
import { likenessOf } from "../method/lookback.service.ts";
import { crossesThreshold, methods, type Method } from "../method/method.labels.ts";
import { overrideStatuses, requisitionStatuses } from "./requisition.labels.ts";
import {
  requisitionFields,
  type BudgetOverride,
  type Requisition,
  type RequisitionDetail,
} from "./requisition.model.ts";
import { coverOf } from "./submission.service.ts";
import { readLines } from "./lines.read.service.ts";
import { requisitionNoun } from "./requisition.service.ts";
import { lineOfPlace } from "../delivery/delivery.service.ts";
import { authorLeftSql } from "../takeover/takeover.model.ts";

// No solicitation that is under way asks vendors for any of its lines.
const unsolicited = `
  not exists (
    select 1
    from requisition_line l
    join solicitation_item i on i.org_id = l.org_id and i.requisition_line_id = l.id
    join solicitation s on s.org_id = i.org_id and s.id = i.solicitation_id
    where l.org_id = r.org_id
      and l.requisition_id = r.id
      and s.status in (
        'draft', 'review', 'published', 'questions_closed', 'closed', 'opened', 'evaluating',
        'intent_posted', 'protest_window', 'protest_hold'
      )
  )
`;

const authorLeft = authorLeftSql("r", "requester_id");

export const requisitionList: ListDefinition = {
  name: "requisitions",
  from: "requisition r join department d on d.org_id = r.org_id and d.id = r.department_id left join person who on who.id = r.requester_id left join vendor v on v.org_id = r.org_id and v.id = r.vendor_id",
  base: "requisition r",
  alias: "r",
  columns: {
    id: { sql: "r.id", hidden: true },
    number: { sql: "r.number", label: "Number", sort: true },
    title: { sql: "r.title", label: "What", sort: true },
    status: { sql: "r.status", label: "Status", sort: true, codes: requisitionStatuses },
    department: { sql: "d.name", label: "Department", sort: true },
    departmentId: { sql: "r.department_id", hidden: true },
    requester: { sql: "who.display_name", label: "Requester" },
    requesterId: { sql: "r.requester_id", hidden: true },
    vendor: { sql: "v.name", label: "Vendor" },
    method: { sql: "r.method", label: "Method", codes: methods },
    amount: { sql: "r.amount", label: "Amount", money: true, sort: true },
    requestedOn: { sql: "r.requested_on", label: "Requested", sort: true },
    neededOn: { sql: "r.needed_on", label: "Needed", sort: true },
    emergency: { sql: "r.emergency", label: "Emergency" },
    splitWarning: { sql: "r.split_warning", label: "Split warning" },
    overrideStatus: {
      sql: "r.budget_override ->> 'status'",
      label: "Budget override",
      codes: overrideStatuses,
    },
    version: { sql: "r.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "r.status", type: "text" },
    departmentId: { kind: "set", sql: "r.department_id", type: "uuid" },
    method: { kind: "set", sql: "r.method", type: "text" },
    vendorId: { kind: "set", sql: "r.vendor_id", type: "uuid" },
    amount: { kind: "range", sql: "r.amount", type: "cents" },
    requestedOn: { kind: "range", sql: "r.requested_on", type: "date" },
    // When everything that it asks for stood on orders.
    orderedOn: {
      kind: "range",
      sql: `case when r.status = 'ordered' then (
        select max(o.ordered_on)
        from requisition_line x
        join purchase_order_line l on l.org_id = x.org_id and l.requisition_line_id = x.id
        join purchase_order o on o.org_id = l.org_id and o.id = l.purchase_order_id
        where x.org_id = r.org_id
          and x.requisition_id = r.id
          and o.status not in ('cancelled', 'rejected', 'withdrawn')
      ) end`,
      type: "date",
    },
    neededOn: { kind: "range", sql: "r.needed_on", type: "date" },
    // By words of its lines, in whatever case they were typed.
    unit: {
      kind: "among",
      sql: "r.id in (select l.requisition_id from requisition_line l where l.org_id = r.org_id and lower(l.unit) in (select lower(w) from unnest($values) w))",
      type: "text",
    },
    commodity: {
      kind: "among",
      sql: "r.id in (select l.requisition_id from requisition_line l where l.org_id = r.org_id and lower(l.commodity_code) in (select lower(w) from unnest($values) w))",
      type: "text",
    },
    costCodeId: {
      kind: "through",
      type: "uuid",
      sql: "exists (select 1 from requisition_line l where l.org_id = r.org_id and l.requisition_id = r.id and l.cost_code_id = any($values))",
      many: "select 1 from requisition_line l where l.cost_code_id = any($values)",
      ids: "select l.requisition_id as id from requisition_line l where l.cost_code_id = any($values)",
    },
    placeId: { kind: "set", sql: "r.place_id", type: "uuid" },
    incidentId: { kind: "set", sql: "r.incident_id", type: "uuid" },
    mine: { kind: "flag", sql: "r.requester_id = $actor" },
    emergency: { kind: "flag", sql: "r.emergency" },
    unsolicited: { kind: "flag", sql: unsolicited },
    splitWarning: { kind: "flag", sql: "r.split_warning" },
    authorLeft: { kind: "flag", sql: authorLeft },
    overrideGranted: { kind: "flag", sql: "r.budget_override ->> 'status' = 'granted'" },
    overrideAsked: { kind: "flag", sql: "r.budget_override ->> 'status' = 'asked'" },
  },
  search: ["r.number", "r.title", "coalesce(v.name, '')", "coalesce(who.display_name, '')"],
  words: { kind: "requisition", person: "r.requester_id" },
  defaultSort: "-requestedOn",
  totals: { amount: "r.amount" },
};

type Stored = Requisition &
  Pick<
    RequisitionDetail,
    | keyof typeof requisitionFields
    | "methodCitation"
    | "aggregateAmount"
    | "orderedAmount"
    | "federal"
    | "overrideReason"
    | "fiscalYear"
    | "submittedAt"
    | "authorLeft"
  > & {
    fiscalYearId: string;
    budgetOverride: BudgetOverride | null;
    overrideAskedBy: string | null;
    overrideDecidedBy: string | null;
    formerAuthors: string[] | null;
  };

const readHead = async (db: Db, id: string): Promise<Stored> => {
  const row = await db.maybe<Stored>(
    bind(
      `
        select
          ${recordColumns(requisitionList, requisitionFields)}, r.method_citation,
          r.aggregate_amount, r.ordered_amount, r.federal, r.override_reason, r.submitted_at,
          r.fiscal_year_id, y.year as fiscal_year, r.budget_override, r.former_authors,
          ${authorLeft} as author_left,
          (
            select p.display_name
            from person p
            where p.id = (r.budget_override ->> 'askedBy')::uuid
          ) as override_asked_by,
          (
            select p.display_name
            from person p
            where p.id = (r.budget_override ->> 'decidedBy')::uuid
          ) as override_decided_by
        from ${requisitionList.from}
        join fiscal_year y on y.org_id = r.org_id and y.id = r.fiscal_year_id
        where r.org_id = $1 and r.id = $2
      `,
      [db.scope.orgId, id],
    ),
  );
  if (!row) throw notFound("requisition");
  if (!isDraft(row)) return row;
  // A draft is paid for by the year in which it will be submitted.
  const year = await openYearOf(db, businessDate(db.scope));
  return year ? { ...row, fiscalYearId: year.id, fiscalYear: year.year } : row;
};

const isDraft = ({ status }: { status: string }) => status === "draft" || status === "returned";
/**
 * The day that the rules and like purchases of a requisition go by: of a draft today, then the day
 * of its submission.
 */
const dayOf = (db: Db, head: Stored) =>
  isDraft(head) || !head.submittedAt
    ? businessDate(db.scope)
    : businessDate({ ...db.scope, businessNow: head.submittedAt });

type Budgeted = Pick<
  RequisitionDetail["budget"][number],
  "accountStringId" | "amount" | "stop" | "after"
>;
const missingOf = (head: Stored, budget: readonly Budgeted[]) =>
  isDraft(head)
    ? budget.reduce((n, b) => n + (b.stop === "hard" ? Math.max(0, -(b.after ?? 0)) : 0), 0)
    : 0;
const shownOverride = (
  { budgetOverride: o, overrideAskedBy, overrideDecidedBy, fiscalYearId }: Stored,
  budget: readonly Budgeted[],
): RequisitionDetail["budgetOverride"] =>
  o && {
    status: o.status,
    reason: o.reason,
    askedBy: overrideAskedBy,
    askedAt: o.askedAt,
    decision: o.decision,
    decidedBy: overrideDecidedBy,
    decidedAt: o.decidedAt,
    accounts: o.accounts,
    stands:
      coverOf(o, fiscalYearId, new Map(budget.map((b) => [b.accountStringId, b.amount]))) !== null,
  };

// A submitted requisition is in the balances already (pre-encumbered); a draft would come on top;
// one that is ordered or ended has no effect of its own.
const effectOf = (
  status: string,
  available: number,
  amount: number,
): { before?: number; after?: number } => {
  if (isDraft({ status })) return { before: available, after: available - amount };
  return status === "in_approval" || status === "approved"
    ? { before: available + amount, after: available }
    : {};
};

const budgetOf = async (
  db: Db,
  head: { fiscalYearId: string; status: string },
  lines: RequisitionDetail["lines"],
) => {
  const amounts = new Map<string, number>();
  for (const s of lines.flatMap((l) => l.splits))
    amounts.set(s.accountStringId, (amounts.get(s.accountStringId) ?? 0) + s.amount);
  return (await budgetEffect(db, head.fiscalYearId, [...amounts.keys()])).map((b) => {
    const amount = amounts.get(b.accountStringId) ?? 0;
    return { ...b, amount, ...effectOf(head.status, b.available, amount) };
  });
};

const ordersOf = (db: Db, id: string) =>
  db.rows<RequisitionDetail["orders"][number]>(sql`
    select distinct o.id, o.number, o.status, o.amount
    from purchase_order o
    join purchase_order_line ol on ol.org_id = o.org_id and ol.purchase_order_id = o.id
    join requisition_line l on l.org_id = ol.org_id and l.id = ol.requisition_line_id
    where o.org_id = ${db.scope.orgId} and l.requisition_id = ${id}
    order by o.number
  `);

const solicitationsOf = (db: Db, id: string) =>
  db.rows<RequisitionDetail["solicitations"][number]>(sql`
    select distinct s.id, s.number, s.status, s.due_at
    from requisition_line l
    join solicitation_item i on i.org_id = l.org_id and i.requisition_line_id = l.id
    join solicitation s on s.org_id = i.org_id and s.id = i.solicitation_id
    where l.org_id = ${db.scope.orgId} and l.requisition_id = ${id}
    order by s.number
  `);

const latestApprovalOf = (db: Db, id: string) =>
  db.maybe<{ id: string }>(sql`
    select id
    from approval_request
    where org_id = ${db.scope.orgId} and document_id = ${id}
    order by requested_at desc
    limit 1
  `);

/**
 * A requisition with lines, budget effect, the method that the rules suggest, like purchases
 * nearby, orders made from it, and the actor's actions.
 */
export const readRequisition = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<RequisitionDetail> => {
  const [head, lines] = await Promise.all([readHead(db, id), readLines(db, id)]);
  const rules = await listRules(db);
  const day = dayOf(db, head);
  const [{ advice, near, crosses }, budget, orders, solicitations, approval, place] =
    await Promise.all([
      advisePurchase(
        db,
        { id, departmentId: head.departmentId, vendorId: head.vendorId, day },
        head.amount,
        likenessOf(lines),
        rules,
      ),
      budgetOf(db, head, lines),
      ordersOf(db, id),
      solicitationsOf(db, id),
      latestApprovalOf(db, id),
      lineOfPlace(db, head.placeId),
    ]);
  const canEdit = isDraft(head) && head.requesterId === actor.personId;
  const missing = missingOf(head, budget);
  const splitWarning = isDraft(head) ? crosses : head.splitWarning;
  // Whoever did not ask for it is not told that they cannot ask for more.
  const offered = await actionsAsked(db, actor, requisitionNoun, { ...head, missing } as never);
  const actions = offered.filter((a) => a.name !== "askOverride" || canEdit);
  return {
    ...head,
    splitWarning,
    budgetOverride: shownOverride(head, budget),
    missing,
    lines,
    place,
    advice,
    budget,
    orders,
    solicitations,
    lookback: near,
    approvalId: approval?.id ?? null,
    canEdit,
    actions,
  };
};

/** What an approver sees of a requisition. */
export const requisitionSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const [head, lines] = await Promise.all([readHead(db, id), readLines(db, id)]);
  const budget = await budgetOf(db, head, lines);
  return {
    facts: [
      { label: "Department", value: head.department },
      { label: "Requester", value: head.requester ?? "—" },
      { label: "Needed on", value: head.neededOn },
      { label: "Suggested vendor", value: head.vendor ?? "—" },
      { label: "Method", value: head.method ? methods[head.method as Method] : "—" },
      { label: "Why", value: head.justification || "—" },
    ],
    lines: lines.map((l) => ({
      description: l.description,
      ...approvedAs(l),
      amount: l.amount,
    })),
    budget,
    checks: [
      {
        ok: true,
        text: head.method ? methods[head.method as Method] : "No method yet",
        citation: head.methodCitation ?? undefined,
      },
      {
        ok: !head.splitWarning,
        text: head.splitWarning ? crossesThreshold : "No sign of a split purchase",
      },
      ...budget.map((b) => ({
        ok: b.available >= 0,
        text: `${b.code}: ${b.available >= 0 ? "covered" : "exceeds the budget"}`,
      })),
      ...(head.overrideReason
        ? [
            {
              ok: false,
              text: `Budget override${head.overrideDecidedBy ? ` by ${head.overrideDecidedBy}` : ""}: ${head.overrideReason}`,
            },
          ]
        : []),
    ],
  };
};
