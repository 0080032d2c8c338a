import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { change } from "#server/change.ts";
import { businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import type { MadeFrom } from "#server/origin/origin.ts";
import { announce, asSystem, transition } from "#server/lifecycle.ts";
import { requestApproval, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { accountFacts } from "../account/account.service.ts";
import { fiscalYear } from "../budget.tables.ts";
import { amendLines } from "../appropriation/appropriation.service.ts";
import { requireAwardPeriodAt } from "../appropriation/award-period.service.ts";
import { requireFundsHold } from "../fund-balance/fund-test.service.ts";
import { reserve, unreserve } from "../ledger/reserve.service.ts";
import { budgetAmendmentLine } from "../planning.tables.ts";
import { amendmentKinds } from "./amendment.labels.ts";
import { movedBy, type AmendmentInput } from "./amendment.model.ts";
import { amendmentNoun, type AmendmentRecord } from "./amendment.noun.ts";

type Line = { accountStringId: string; cents: number };
type Step = { id: string; version: number | null; reason?: string | null };

const linesOfAmendment = (db: Db, id: string): Promise<Line[]> =>
  db.rows<Line>(sql`
    select account_string_id, cents
    from budget_amendment_line
    where org_id = ${db.scope.orgId} and amendment_id = ${id}
    order by line_no
  `);
const taken = (lines: readonly Line[]) =>
  lines
    .filter((l) => l.cents < 0)
    .map((l) => ({ accountStringId: l.accountStringId, cents: -l.cents }));
const documentOf = (a: AmendmentRecord) => ({
  type: "budgetAmendment",
  id: a.id,
  number: a.number,
  fiscalYearId: a.fiscalYearId,
});

const openYear = async (tx: Tx, id: string) => {
  const year = await getRow(tx, fiscalYear, id, "fiscal year");
  if (year.status !== "open")
    throw invalidField(
      "fiscalYearId",
      `Fiscal year ${year.year} is ${year.status}: amendments change the budget of an open year.`,
      "year_not_open",
    );
  return year;
};

const storeLines = (tx: Tx, amendmentId: string, lines: readonly Line[]) =>
  insertRows(
    tx,
    budgetAmendmentLine,
    lines.map((line, at) => ({
      ...line,
      orgId: tx.scope.orgId!,
      id: newId(),
      amendmentId,
      lineNo: at + 1,
    })),
  );

/**
 * What an amendment moves, in cents: of its spending, or of its revenue where it has none, so that
 * revenue that pays for spending is not counted beside it. 422 for a transfer of one into the other.
 */
const movedOnOneSide = async (tx: Tx, { kind, lines }: AmendmentInput): Promise<number> => {
  const facts = await accountFacts(
    tx,
    lines.map((l) => l.accountStringId),
  );
  const comesIn = (l: Line) => {
    const { class: of } = facts.get(l.accountStringId.toLowerCase())!;
    return of === "revenue" || of === "transfer_in";
  };
  const [revenue, spending] = [lines.filter(comesIn), lines.filter((l) => !comesIn(l))];
  if (kind === "transfer" && revenue.length && spending.length)
    throw invalidField(
      "lines",
      "A transfer moves spending or revenue, never one into the other: enter a supplement.",
      "other_side",
    );
  return movedBy(spending.length ? spending : revenue);
};

// From the first draft on, as the posting asks it.
const requireAwards = (tx: Tx, { fiscalYearId, lines }: AmendmentInput) =>
  requireAwardPeriodAt(tx, fiscalYearId, lines, (at) => `lines.${at}.accountStringId`);

/**
 * Drafts an amendment or a transfer with its lines, on its own or `from` another document. 422 for a
 * year that is not open.
 */
export const draftAmendment = async (
  tx: Tx,
  actor: Actor,
  input: AmendmentInput,
  from: readonly MadeFrom[] = [],
): Promise<AmendmentRecord> => {
  const year = await openYear(tx, input.fiscalYearId);
  const amount = await movedOnOneSide(tx, input);
  await requireAwards(tx, input);
  const { lines, ...head } = input;
  const id = newId();
  return create(tx, actor, amendmentNoun, {
    number: { kind: "BA", year: year.year },
    row: {
      ...head,
      orgId: actor.orgId!,
      id,
      amount,
      requestedBy: actor.personId,
    },
    content: { lines },
    from,
    store: () => storeLines(tx, id, lines),
  });
};

/** Changes a draft, or what was returned; by whoever entered it. */
export const changeAmendment = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: AmendmentInput,
  version: number | null,
): Promise<AmendmentRecord> => {
  return change(tx, actor, amendmentNoun, {
    id,
    version,
    action: "edit",
    unless: (before) =>
      before.requestedBy !== actor.personId ? "Only who entered this amendment changes it." : null,
    effect: async () => {
      await openYear(tx, input.fiscalYearId);
      const amount = await movedOnOneSide(tx, input);
      await requireAwards(tx, input);
      const { lines, ...head } = input;
      await tx.rows(sql`
        delete from budget_amendment_line
        where org_id = ${tx.scope.orgId} and amendment_id = ${id}
      `);
      await storeLines(tx, id, lines);
      return { patch: { ...head, amount }, content: { lines } };
    },
  });
};

const crossed = async (tx: Tx, lines: readonly Line[]) =>
  tx.rows<{ fundId: string; departmentId: string; category: string }>(sql`
    select distinct s.fund_id, s.department_id, a.category
    from account_string s
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    where s.org_id = ${tx.scope.orgId}
      and s.id = any(${lines.map((l) => l.accountStringId)}::uuid[])
    order by 1, 2, 3
  `);

/** What of its segments an amendment moves money across; policies ask by it. */
const crossesOf = (rows: Awaited<ReturnType<typeof crossed>>) =>
  (
    [
      ["department", "departmentId"],
      ["fund", "fundId"],
      ["category", "category"],
    ] as const
  )
    .filter(([, key]) => new Set(rows.map((r) => r[key])).size > 1)
    .map(([name]) => name);

/**
 * Sends it for approval and reserves what it takes, in one step. 409 where a line lacks the money,
 * and where no policy covers it: nobody changes an adopted budget alone.
 */
export const submitAmendment = (tx: Tx, actor: Actor, { id, version }: Step) =>
  transition(tx, actor, amendmentNoun, {
    id,
    action: "submit",
    version,
    effect: async (amendment) => {
      await openYear(tx, amendment.fiscalYearId);
      const lines = await linesOfAmendment(tx, id);
      const segments = await crossed(tx, lines);
      await requireFundsHold(tx, amendment.fiscalYearId, lines, amendment.fundDecision);
      await reserve(tx, actor, documentOf(amendment), taken(lines));
      await requestApproval(tx, actor, {
        type: "budgetAmendment",
        id,
        number: amendment.number,
        title: `${amendmentKinds[amendment.kind]}: ${amendment.title}`,
        requesterId: amendment.requestedBy,
        departmentId: null,
        facts: {
          amount: amendment.amount,
          fundIds: [...new Set(segments.map((s) => s.fundId))],
          departmentIds: [...new Set(segments.map((s) => s.departmentId))],
          commodities: [],
          emergency: false,
          crosses: crossesOf(segments),
        },
      });
      return { patch: { stopReason: "" } };
    },
  });

const release = async (tx: Tx, actor: Actor, amendment: AmendmentRecord) =>
  unreserve(tx, actor, documentOf(amendment), taken(await linesOfAmendment(tx, amendment.id)));

/** Takes it back; what it reserved is free again. */
export const withdrawAmendment = (tx: Tx, actor: Actor, { id, version, reason = null }: Step) =>
  transition(tx, actor, amendmentNoun, {
    id,
    action: "withdraw",
    version,
    reason,
    effect: async (amendment) => {
      if (amendment.status === "in_approval") {
        await withdrawApproval(tx, actor, id);
        await release(tx, actor, amendment);
      }
      return { patch: { stopReason: reason ?? "" } };
    },
  });

/** Posts what was approved: every line in this transaction, from what was reserved. */
const post = (tx: Tx, actor: Actor, id: string) =>
  transition(tx, asSystem(actor), amendmentNoun, {
    id,
    action: "post",
    effect: async (amendment) => {
      if (amendment.requestedBy === actor.personId)
        throw conflict("own_request", "Somebody other than who asked for it decides it.");
      const lines = await linesOfAmendment(tx, id);
      const note = amendment.source
        ? `${amendment.title} (Source: ${amendment.source})`
        : amendment.title;
      await amendLines(
        tx,
        actor,
        {
          ...documentOf(amendment),
          kind: amendment.kind === "transfer" ? "transfer" : "amend",
          reserved: true,
          source: amendment.source,
          fundDecision: amendment.fundDecision,
          note,
        },
        lines,
      );
      announce(tx, amendment.orgId, "budgetLine.amend", id);
      return {
        patch: { postedBy: actor.personId, postedAt: businessNow(tx.scope).toISOString() },
      };
    },
  });

const end = (action: "return" | "reject") => (tx: Tx, actor: Actor, id: string, comment: string) =>
  transition(tx, asSystem(actor), amendmentNoun, {
    id,
    action,
    reason: comment,
    effect: async (amendment) => {
      await release(tx, actor, amendment);
      return { patch: { stopReason: comment } };
    },
  }).then(() => undefined);

/** What the end of an approval does: it is posted, or what it reserved is free again. */
export const amendmentApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) => {
    await transition(tx, asSystem(actor), amendmentNoun, { id, action: "approve" });
    await post(tx, actor, id);
  },
  returned: end("return"),
  rejected: end("reject"),
};
