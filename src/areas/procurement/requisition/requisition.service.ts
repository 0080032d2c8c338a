import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { newId } from "#kernel/ids.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import {
  asDrafted,
  insertNumbered,
  insertRows,
  lockRow,
  turnToCount,
  updateRow,
} from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { announce, defineNoun, transition } from "#server/lifecycle.ts";
import {
  chargeable,
  concerned,
  fiscalYearOf,
  postCommitments,
  yearStartOf,
  type Posting,
} from "#areas/budget/budget.server.ts";
import type { Rule } from "#areas/governance/governance.public.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import {
  endTasks,
  openApproval,
  planApproval,
  publishedPolicies,
  withdrawApproval,
  type ApprovalDocument,
  type ApprovalPlan,
  type Policy,
} from "#areas/workflow/workflow.server.ts";
import { checkPurchase, rulesOfPurchases, type Checked } from "../method/check.service.ts";
import { likenessOf } from "../method/lookback.service.ts";
import { requisition, requisitionLine, requisitionSplit } from "../procurement.tables.ts";
import { refuseUnknownCodes } from "./requisition.codes.ts";
import { foldShares, priceLines, type PricedLine } from "./requisition.lines.ts";
import {
  requisitionCycle,
  type BudgetOverride,
  type RequisitionInput,
} from "./requisition.model.ts";

export const requisitionNoun = defineNoun({
  name: "requisition",
  path: "requisitions",
  page: "/smart-requisition",
  table: requisition,
  cycle: requisitionCycle,
  number: (r) => r.number,
});
export type RequisitionRecord = typeof requisition.$inferSelect;

const writeLines = async (
  tx: Tx,
  orgId: string,
  requisitionId: string,
  lines: readonly PricedLine[],
) => {
  const { whole, divided } = foldShares(lines.flatMap((l) => l.splits));
  await Promise.all([
    insertRows(
      tx,
      requisitionLine,
      lines.map((l) => ({
        ...l,
        orgId,
        requisitionId,
        accountStringId: whole.get(l.id)?.accountStringId ?? null,
      })),
    ),
    ...(divided.length
      ? [
          insertRows(
            tx,
            requisitionSplit,
            divided.map((s) => ({ ...s, orgId })),
          ),
        ]
      : []),
  ]);
};

const summaryOf = (input: RequisitionInput, lines: readonly PricedLine[], total: number) => ({
  ...input,
  amount: total,
  lines: lines.map((l) => ({
    line: l.lineNo,
    description: l.description,
    quantity: l.quantity,
    unitPrice: l.unitPrice,
    amount: l.amount,
    accounts: l.splits.map((s) => ({ account: s.accountStringId, amount: s.amount })),
  })),
});

type Drafted = RequisitionRecord & { lines: PricedLine[] };
type Draft = Omit<typeof requisition.$inferInsert, "number"> & {
  requestedOn: string;
  amount: number;
  title: string;
  departmentId: string;
  methodReason: string;
};
type Head = { draft: Draft; lines: PricedLine[]; year: number };

// What was bought in an emergency is asked for afterwards, but never for a day before the year that
// pays for it.
const refuseLongPast = async (tx: Tx, neededOn: string, fiscalYearId: string): Promise<void> => {
  const from = await yearStartOf(tx, fiscalYearId);
  if (neededOn < from)
    throw invalidField(
      "neededOn",
      `The fiscal year that pays for it begins on ${formatDate(from)}. Enter a day from then on.`,
    );
};

const accountsOf = (input: RequisitionInput) =>
  input.lines.flatMap((l, i) =>
    l.splits.map((s, j) => ({
      id: s.accountStringId,
      path: `lines.${i}.splits.${j}.accountStringId`,
    })),
  );
const codesOf = (input: RequisitionInput) =>
  input.lines.map((l, i) => ({ commodityCode: l.commodityCode ?? null, path: `lines.${i}` }));

const headOf = async (tx: Tx, actor: Actor, input: RequisitionInput): Promise<Head> => {
  const { lines, total } = priceLines(input.lines);
  const today = businessDate(tx.scope);
  const [facts, year] = await Promise.all([
    chargeable(tx, accountsOf(input)),
    fiscalYearOf(tx, today),
    refuseUnknownCodes(tx, codesOf(input)),
  ]);
  await refuseLongPast(tx, input.neededOn, year.id);
  const { lines: _lines, ...fields } = input;
  return {
    draft: {
      ...fields,
      orgId: actor.orgId!,
      id: newId(),
      requesterId: actor.personId,
      requestedOn: today,
      fiscalYearId: year.id,
      amount: total,
      federal: [...facts.values()].some((f) => f.federal),
    },
    lines,
    year: year.year,
  };
};

type Ahead = Partial<typeof requisition.$inferInsert>;

/**
 * Stores a draft, or with `ahead` what its submission will make of it; its history tells of the
 * draft either way.
 */
const store = async (
  tx: Tx,
  actor: Actor,
  input: RequisitionInput,
  { draft, lines, year }: Head,
  ahead: Ahead = {},
) => {
  const turn = turnToCount(tx, "REQ", year);
  if (turn) await turn;
  const [stored] = await Promise.all([
    insertNumbered(tx, requisition, "REQ", year, { ...draft, ...ahead }),
    writeLines(tx, draft.orgId, draft.id, lines),
  ]);
  const row = asDrafted(requisition, stored, ahead, draft);
  audit(tx, actor, {
    action: "requisition.create",
    objectType: "requisition",
    objectId: row.id,
    objectNumber: row.number,
    before: null,
    after: { ...row, ...summaryOf(input, lines, draft.amount) },
  });
  announce(tx, draft.orgId, "requisition.create", row.id);
  return { row, stored };
};

/**
 * Drafts a requisition for the actor; totals and splits are computed here. 422 with the field's
 * path for what does not add up.
 */
export const createRequisition = async (
  tx: Tx,
  actor: Actor,
  input: RequisitionInput,
): Promise<Drafted> => {
  const head = await headOf(tx, actor, input);
  return { ...(await store(tx, actor, input, head)).row, lines: head.lines };
};

/**
 * Changes a draft or returned requisition; only its requester may. Lines are replaced as a whole;
 * what was asked or granted beyond the budget ends.
 */
export const changeRequisition = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RequisitionInput,
  version: number | null,
): Promise<RequisitionRecord> => {
  const before = await lockRow(tx, requisition, id, "requisition");
  requireVersion(before.version, version);
  if (before.status !== "draft" && before.status !== "returned")
    throw conflict(
      "not_in_this_status",
      "Only a draft or returned requisition can be changed. Take it back first.",
    );
  if (before.requesterId !== actor.personId)
    throw notAllowed("Only the person who asked for it can change it.");
  const { lines, total } = priceLines(input.lines);
  const [facts, year] = await Promise.all([
    chargeable(tx, accountsOf(input)),
    fiscalYearOf(tx, businessDate(tx.scope)),
    refuseUnknownCodes(tx, codesOf(input)),
  ]);
  await refuseLongPast(tx, input.neededOn, year.id);
  await tx.rows(sql`
    delete from requisition_split
    where org_id = ${actor.orgId}
      and line_id in (
        select id
        from requisition_line
        where org_id = ${actor.orgId} and requisition_id = ${id}
      )
  `);
  await tx.rows(
    sql`delete from requisition_line where org_id = ${actor.orgId} and requisition_id = ${id}`,
  );
  const { lines: _lines, ...fields } = input;
  const after = await updateRow(tx, requisition, id, {
    ...fields,
    vendorId: input.vendorId ?? null,
    method: input.method ?? null,
    fiscalYearId: year.id,
    budgetOverride: null,
    amount: total,
    federal: [...facts.values()].some((f) => f.federal),
  });
  await endAsking(tx, actor, before);
  await writeLines(tx, actor.orgId!, id, lines);
  audit(tx, actor, {
    action: "requisition.change",
    objectType: "requisition",
    objectId: id,
    objectNumber: before.number,
    before,
    after: { ...after, ...summaryOf(input, lines, total) },
  });
  announce(tx, actor.orgId!, "requisition.change", id);
  return after;
};

/** What of a line one account pays and is neither ordered nor cancelled yet, in cents. */
export type Charge = {
  lineNo: number;
  commodityCode: string | null;
  accountStringId: string;
  open: number;
};

/** What of a requisition is neither ordered nor cancelled yet, by line and account. */
export const chargesOf = (tx: Tx, id: string): Promise<Charge[]> =>
  tx.rows<Charge>(sql`
    select
      l.line_no, l.commodity_code, s.account_string_id,
      s.amount - s.ordered_amount - s.released as open
    from requisition_line l
    join requisition_share s on s.org_id = l.org_id and s.line_id = l.id
    where l.org_id = ${tx.scope.orgId} and l.requisition_id = ${id}
    order by l.line_no
  `);

/** Cents by account. */
export const sumsOf = (charges: readonly Charge[]): Map<string, number> => {
  const sums = new Map<string, number>();
  for (const c of charges) sums.set(c.accountStringId, (sums.get(c.accountStringId) ?? 0) + c.open);
  return sums;
};

/** Nobody need answer any more whether it may exceed the budget. */
export const endAsking = async (
  tx: Tx,
  actor: Actor,
  { budgetOverride: o }: RequisitionRecord,
): Promise<void> => void (o?.status === "asked" && (await endTasks(tx, actor, o.tasks)));

const documentOf = (r: RequisitionRecord) => ({
  type: "requisition",
  id: r.id,
  number: r.number,
  fiscalYearId: r.fiscalYearId,
});
const preEncumber = (charges: readonly Charge[], sign: 1 | -1): Posting[] =>
  [...sumsOf(charges)].map(([accountStringId, open]) => ({
    accountStringId,
    preEncumbered: sign * open,
  }));

/** Gives back everything that a requisition still pre-encumbers. */
const release = async (tx: Tx, actor: Actor, r: RequisitionRecord, note: string) =>
  postCommitments(tx, actor, documentOf(r), preEncumber(await chargesOf(tx, r.id), -1), {
    kind: "release",
    note,
  });

/** What a submission goes by: what it charges, the rules and the policies. */
type Grounds = { charges: readonly Charge[]; rules: readonly Rule[]; policies: readonly Policy[] };
/** `cover`: the override that stands for exactly this; `year`: the fiscal year that pays. */
type Weighed = {
  charges: readonly Charge[];
  document: ApprovalDocument;
  plan: ApprovalPlan;
  patch: Checked;
  year: { id: string; year: number };
  cover: Cover | null;
};
type Cover = { reason: string; missing: ReadonlyMap<string, number>; by: string };

/**
 * What a granted override lets pass, where it stands for exactly these cents by account and this
 * fiscal year; null where it does not, or none was granted.
 */
export const coverOf = (
  o: BudgetOverride | null | undefined,
  fiscalYearId: string,
  sums: ReadonlyMap<string, number>,
): Cover | null => {
  if (
    o?.status !== "granted" ||
    o.fiscalYearId !== fiscalYearId ||
    o.accounts.length !== sums.size ||
    o.accounts.some((a) => sums.get(a.accountStringId) !== a.amount)
  )
    return null;
  return {
    reason: o.decision,
    missing: new Map(
      o.accounts.flatMap((a) => (a.missing > 0 ? [[a.accountStringId, a.missing]] : [])),
    ),
    by: o.decidedBy!,
  };
};

const likeLines = (charges: readonly Charge[]) =>
  charges.map((c) => ({ commodityCode: c.commodityCode, splits: [c] }));

/**
 * Weighs a submission before anything of it is written: the year that pays, the method with its
 * like purchases, and who decides. All of it goes by the day of
 * the submission, whenever the draft was made.
 */
const weigh = async (
  tx: Tx,
  r: Draft & { number?: string; title: string },
  { charges, rules, policies }: Grounds,
): Promise<Weighed> => {
  const day = businessDate(tx.scope);
  const like = likenessOf(likeLines(charges));
  const [facts, year] = await Promise.all([
    chargeable(
      tx,
      charges.map((c) => ({ id: c.accountStringId, path: `lines.${c.lineNo - 1}.splits` })),
    ),
    fiscalYearOf(tx, day),
  ]);
  await refuseLongPast(tx, r.neededOn, year.id);
  const cover = coverOf(r.budgetOverride, year.id, sumsOf(charges));
  const accounts = [...facts.values()];
  const hands = [...(r.formerAuthors ?? []), ...(cover ? [cover.by] : [])];
  const document: ApprovalDocument = {
    type: "requisition",
    id: r.id,
    number: r.number ?? "",
    title: r.title,
    requesterId: r.requesterId ?? null,
    departmentId: r.departmentId,
    facts: {
      amount: r.amount,
      fundIds: [...new Set(accounts.map((a) => a.fundId))].sort(),
      departmentIds: concerned(r.departmentId, accounts),
      commodities: [...like.codes],
      emergency: r.emergency ?? false,
      ...(hands.length > 0 && { parties: hands }),
    },
  };
  // Who decides is looked up beside like purchases; what the method forbids is said first.
  const planning = planApproval(tx, document, policies);
  planning.catch(() => {});
  const patch = await checkPurchase(tx, r, like, rules);
  return { charges, document, patch, year, cover, plan: await planning };
};

const refuseOverride = (overrideReason: string | null) => {
  if (overrideReason)
    throw notAllowed(
      "Nobody lets what they ask for exceed the budget. Ask for an override: another budget officer has to grant it.",
      "own_override",
    );
};

const submission = (tx: Tx, { patch, year, cover }: Weighed) => ({
  ...patch,
  fiscalYearId: year.id,
  overrideReason: cover?.reason ?? null,
  submittedAt: businessNow(tx.scope).toISOString(),
});

// Budget lines are what everyone waits for: their locks are taken last.
const sendOff = async (
  tx: Tx,
  actor: Actor,
  r: RequisitionRecord,
  { charges, document, plan, year, cover }: Weighed,
): Promise<void> => {
  await openApproval(tx, actor, { ...document, number: r.number }, plan);
  postCommitments(tx, actor, documentOf({ ...r, fiscalYearId: year.id }), preEncumber(charges, 1), {
    kind: "pre_encumber",
    override: cover,
  });
};

/**
 * Submits a requisition: checks accounts, fiscal year, method and split purchases as of today
 * against the dated rules, reserves the money (pre-encumbrance) and
 * sends it to its approvers. 409 over_budget names the account, unless a budget officer granted an
 * override for exactly this. 403 own_override with `overrideReason`.
 */
export const submitRequisition = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  overrideReason: string | null = null,
): Promise<RequisitionRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, requisitionNoun, {
    id,
    action: "submit",
    version,
    alone: true,
    beside: () =>
      Promise.all([
        chargesOf(tx, id),
        listRules(tx, rulesOfPurchases),
        publishedPolicies(tx, "requisition"),
      ]),
    effect: async (record, [charges, rules, policies]) => {
      const r = record as RequisitionRecord;
      refuseOverride(overrideReason);
      await refuseUnknownCodes(
        tx,
        charges.map((c) => ({ commodityCode: c.commodityCode, path: `lines.${c.lineNo - 1}` })),
      );
      const weighed = await weigh(tx, r, { charges, rules, policies });
      approvalId = weighed.plan.id;
      return {
        patch: {
          ...submission(tx, weighed),
          ...(r.budgetOverride && !weighed.cover && { budgetOverride: null }),
        },
        writes: Promise.all([sendOff(tx, actor, r, weighed), endAsking(tx, actor, r)]),
      };
    },
  });
  return { ...row, approvalId };
};

/**
 * Drafts and submits in one step, all or nothing: the record, its history and its ledger entries
 * are those of `createRequisition` and
 * `submitRequisition` one after the other. The errors of both; nothing is stored then.
 */
export const createAndSubmit = async (
  tx: Tx,
  actor: Actor,
  input: RequisitionInput,
): Promise<Drafted & { approvalId: string | null }> => {
  // What decides is read and weighed before the number is taken, for which others wait.
  const [head, rules, policies] = await Promise.all([
    headOf(tx, actor, input),
    listRules(tx, rulesOfPurchases),
    publishedPolicies(tx, "requisition"),
  ]);
  const charges = head.lines.flatMap((l) =>
    l.splits.map((s): Charge => ({
      lineNo: l.lineNo,
      commodityCode: l.commodityCode,
      accountStringId: s.accountStringId,
      open: s.amount,
    })),
  );
  const weighed = await weigh(tx, head.draft, { charges, rules, policies });
  const patch = submission(tx, weighed);
  const { row: fresh, stored: after } = await store(tx, actor, input, head, {
    ...patch,
    status: "in_approval",
    version: 2,
  });
  await transition(tx, actor, requisitionNoun, {
    id: fresh.id,
    action: "submit",
    fresh,
    after,
    effect: async (r) => ({ patch, writes: sendOff(tx, actor, r as RequisitionRecord, weighed) }),
  });
  return { ...after, lines: head.lines, approvalId: weighed.plan.id };
};

/** Takes a requisition back before it is approved; releases its reservation. */
export const withdrawRequisition = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "withdraw",
    version,
    effect: async (record) => {
      await endAsking(tx, actor, record as RequisitionRecord);
      if (record.status !== "in_approval")
        return record.budgetOverride?.status === "asked"
          ? { patch: { budgetOverride: null } }
          : undefined;
      await withdrawApproval(tx, actor, id);
      await release(tx, actor, record as RequisitionRecord, "Taken back");
    },
  });

// What is cancelled is kept by line: it stays so when an order gives the rest back.
const markCancelled = async (tx: Tx, id: string): Promise<void> => {
  const orgId = tx.scope.orgId;
  await tx.rows(sql`
    update requisition_split s
    set released = greatest(s.amount - s.ordered_amount, 0)
    from requisition_line l
    where s.org_id = ${orgId}
      and l.org_id = s.org_id
      and l.id = s.line_id
      and l.requisition_id = ${id}
  `);
  await tx.rows(sql`
    update requisition_line l
    set
      released = case
        when l.account_string_id is null then 0
        else greatest(l.amount - l.ordered_amount, 0)
      end,
      cancelled_quantity = greatest(
        0,
        l.quantity - coalesce(
          (
            select sum(p.quantity)
            from purchase_order_line p
            join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
            where p.org_id = l.org_id
              and p.requisition_line_id = l.id
              and not p.cancelled
              and o.status <> 'cancelled'
          ),
          0
        )
      )
    where l.org_id = ${orgId} and l.requisition_id = ${id}
  `);
};

/**
 * Cancels what is not ordered yet and releases its reservation, for good; a partly ordered
 * requisition ends as ordered.
 */
export const cancelRequisition = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "cancel",
    version,
    reason,
    effect: async (record) => {
      await release(tx, actor, record as RequisitionRecord, reason ?? "");
      await markCancelled(tx, id);
      return { to: record.orderedAmount > 0 ? "ordered" : "cancelled" };
    },
  });

/**
 * What the approval's end does to the requisition; `returned` and `rejected` release the
 * reservation.
 */
export const requisitionApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) =>
    void (await transition(tx, actor, requisitionNoun, { id, action: "approve", alone: true })),
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, requisitionNoun, {
      id,
      action: "return",
      reason: comment,
      effect: async (r) => release(tx, actor, r as RequisitionRecord, "Returned"),
    })),
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, requisitionNoun, {
      id,
      action: "reject",
      reason: comment,
      effect: async (r) => release(tx, actor, r as RequisitionRecord, "Rejected"),
    })),
};
