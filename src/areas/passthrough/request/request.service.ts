import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField, notFound } from "#kernel/errors.ts";
import { validated } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { bind, sql } from "#server/db/sql.ts";
import { recordColumns } from "#server/http/record-columns.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { createInvoice, invoiceInput, invoicesNamed } from "#areas/finance/finance.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { subaward, subawardCost, subawardRequest } from "../passthrough.tables.ts";
import type { SubawardRecord } from "../subaward/subaward.noun.ts";
import { tellSubrecipient } from "../subaward/told.service.ts";
import { requestList } from "./request.list.ts";
import type { RequestDetail, RequestInput, SubawardCost } from "./request.model.ts";
import { findingsOfRequest } from "./classes.service.ts";
import { heldBack } from "../questioned/questioned.service.ts";
import { requestNoun, type RequestRecord } from "./request.noun.ts";

const lockSubaward = async (tx: Tx, id: string): Promise<SubawardRecord> => {
  const s = await tx.maybe<SubawardRecord>(sql`
    select *
    from subaward
    where org_id = ${tx.scope.orgId} and id = ${id}
    for update
  `);
  if (!s) throw notFound("subaward");
  return s;
};

const waitingOf = async (tx: Tx, id: string): Promise<number> =>
  (
    await tx.one<{ cents: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as cents
      from subaward_request
      where org_id = ${tx.scope.orgId} and subaward_id = ${id} and status = 'submitted'
    `)
  ).cents;

const checkDays = (s: SubawardRecord, input: RequestInput, today: string): void => {
  if (input.periodTo < input.periodFrom)
    throw invalidField("periodTo", "The last day comes before the first.");
  if (input.periodTo > today) throw invalidField("periodTo", "This day has not come yet.");
  if (input.periodFrom < s.startsOn || input.periodTo > s.endsOn)
    throw invalidField(
      "periodFrom",
      `${s.number} runs from ${formatDate(s.startsOn)} to ${formatDate(s.endsOn)}.`,
    );
  const outside = input.lines.findIndex(
    (l) => l.incurredOn < input.periodFrom || l.incurredOn > input.periodTo,
  );
  if (outside >= 0)
    throw invalidField(`lines.${outside}.incurredOn`, "This cost lies outside of the period.");
};

type Left = { amount: number; left: number; waiting: number; held: number };
const tooMuch = (number: string, { amount, left, waiting, held }: Left): string => {
  const why = [
    ...(waiting ? [`${formatCents(waiting)} wait for a decision`] : []),
    ...(held ? [`${formatCents(held)} are questioned and held back`] : []),
  ];
  return `This asks for ${formatCents(amount)}; ${formatCents(Math.max(0, left))} of ${number} are left${why.length ? `: ${why.join(", ")}` : ""}.`;
};

/** Takes in what a subrecipient spent and asks for; refuses more than its subaward has left. */
export const submitRequest = async (
  tx: Tx,
  actor: Actor,
  subawardId: string,
  { lines, ...input }: RequestInput,
): Promise<RequestRecord> => {
  const s = await lockSubaward(tx, subawardId);
  if (s.status !== "active" && s.status !== "ended")
    throw conflict("rule", `${s.number} takes no payment requests now.`);
  const today = businessDate(tx.scope);
  checkDays(s, { ...input, lines }, today);
  const amount = lines.reduce((n, l) => n + l.cents, 0) - input.match;
  if (amount <= 0) throw invalidField("match", "The costs must be more than the match.");
  const [waiting, held] = await Promise.all([waitingOf(tx, s.id), heldBack(tx, s.id)]);
  const left = s.amount - s.claimed - waiting - held;
  if (amount > left)
    throw invalidField("lines", tooMuch(s.number, { amount, left, waiting, held }));
  const year = await fiscalYearOf(tx, today);
  const id = newId();
  const made = await create(tx, actor, requestNoun, {
    number: { kind: "SPR", year: year.year },
    row: {
      ...input,
      amount,
      orgId: s.orgId,
      id,
      subawardId: s.id,
      submittedAt: businessNow(tx.scope).toISOString(),
      createdBy: actor.personId,
    },
    content: { lines },
    from: [{ type: "subaward", id: s.id }],
    store: () =>
      insertRows(
        tx,
        subawardCost,
        lines.map((l, i) => ({ ...l, orgId: s.orgId, id: newId(), requestId: id, lineNo: i + 1 })),
      ).then(() => undefined),
  });
  if (s.ownerId && s.ownerId !== actor.personId)
    notify(tx, [s.ownerId], {
      kind: "subawardRequest",
      title: `${made.number} asks for ${formatCents(amount)}`,
      body: [
        `${s.number} ${s.title}: look at its costs, then accept or return it.`,
        ...(await findingsOfRequest(tx, s, made, lines)).map((f) => f.text),
      ]
        .join(" ")
        .slice(0, 500),
      link: `/grant-management/subaward-requests/${id}`,
    });
  return made;
};

const linesOf = (db: Db, requestId: string): Promise<SubawardCost[]> =>
  db.rows<SubawardCost>(sql`
    select id, line_no, incurred_on, payee, description, object_class, cents
    from subaward_cost
    where org_id = ${db.scope.orgId} and request_id = ${requestId}
    order by line_no
  `);

// By class, and the match taken off at the end: what is billed is what is asked for.
const billed = (r: RequestRecord, s: SubawardRecord, lines: readonly SubawardCost[]) => {
  const sums = new Map<string, number>();
  for (const l of lines) sums.set(l.objectClass, (sums.get(l.objectClass) ?? 0) + l.cents);
  const named = [...sums].map(([code, cents]) => ({
    description: `${s.number} ${objectClasses[code as keyof typeof objectClasses]}`,
    cents,
  }));
  if (r.match > 0)
    named.push({ description: `${s.number} match of the subrecipient`, cents: -r.match });
  return named
    .filter(({ cents }) => cents !== 0)
    .map(({ description, cents }) => ({
      accountStringId: s.accountStringId,
      description,
      quantity: cents < 0 ? "-1" : "1",
      unitPrice: (Math.abs(cents) / 100).toFixed(2),
    }));
};

const invoiceOf = async (tx: Tx, actor: Actor, r: RequestRecord, s: SubawardRecord) => {
  const lines = await linesOf(tx, r.id);
  const made = await createInvoice(
    tx,
    actor,
    validated(invoiceInput, {
      vendorId: s.vendorId,
      vendorNumber: r.number,
      invoiceDate: businessDate(tx.scope),
      serviceFrom: r.periodFrom,
      serviceTo: r.periodTo,
      note: `Payment request ${r.number} of subaward ${s.number}`,
      lines: billed(r, s, lines),
    }),
  );
  notify(
    tx,
    (await peopleOnDuty(tx, "ap")).filter((id) => id !== actor.personId),
    {
      kind: "invoice.received",
      title: `${made.number} is a subrecipient's accepted request`,
      body: `${r.number}, ${formatCents(made.total)}: send it for approval.`,
      link: `/invoices/${made.id}`,
    },
  );
  return made;
};

// Costs beyond their classes that pass the limit of transfers wait for the revised budget.
const requireClasses = async (tx: Tx, s: SubawardRecord, r: RequestRecord): Promise<void> => {
  const found = await findingsOfRequest(tx, s, r, await linesOf(tx, r.id));
  const asks = found.find((f) => f.asksRevision);
  if (asks)
    throw conflict(
      "revision_needed",
      `${asks.text} (${asks.citation}) Revise the budget of ${s.number}, or return the request.`,
    );
};

const accept = async (tx: Tx, actor: Actor, r: RequestRecord) => {
  const s = await lockSubaward(tx, r.subawardId);
  if (s.status !== "active" && s.status !== "ended")
    throw conflict("rule", `${s.number} pays nothing now.`);
  await requireClasses(tx, s, r);
  const held = await heldBack(tx, s.id);
  const claimed = await tx.maybe(sql`
    update subaward
    set claimed = claimed + ${r.amount}, version = version + 1
    where org_id = ${s.orgId} and id = ${s.id} and claimed + ${r.amount} + ${held} <= amount
    returning 1 as ok
  `);
  if (!claimed)
    throw conflict(
      held ? "held_back" : "rule",
      held
        ? `${formatCents(s.amount - s.claimed - held)} of ${s.number} are left: ${formatCents(held)} are questioned and held back until they are decided (2 CFR 200.332(d), 200.339).`
        : `${formatCents(s.amount - s.claimed)} of ${s.number} are left.`,
    );
  const made = await invoiceOf(tx, actor, r, s);
  return { invoiceId: made.id };
};

const decidedBy = (tx: Tx, actor: Actor) => ({
  decidedBy: actor.personId,
  decidedOn: businessDate(tx.scope),
});

/** Accepts a payment request: it becomes an invoice, and who asked hears of it. */
export const acceptRequest = (tx: Tx, actor: Actor, at: TakenStep): Promise<RequestRecord> =>
  transition(tx, actor, requestNoun, {
    ...at,
    action: "accept",
    effect: async (r) => {
      await tellSubrecipient(
        tx,
        r.subawardId,
        `${r.number} is accepted`,
        "It is paid with the agency's ordinary run.",
      );
      return { patch: { ...decidedBy(tx, actor), ...(await accept(tx, actor, r)) } };
    },
  });

/** Returns a payment request with its reason to who asked. */
export const returnRequest = (tx: Tx, actor: Actor, at: TakenStep): Promise<RequestRecord> =>
  transition(tx, actor, requestNoun, {
    ...at,
    action: "return",
    effect: async (r) => {
      await tellSubrecipient(tx, r.subawardId, `${r.number} is returned`, at.reason ?? "");
      return { patch: { ...decidedBy(tx, actor), statusReason: at.reason } };
    },
  });

/** Takes a payment request back that nobody decided. */
export const withdrawRequest = (tx: Tx, actor: Actor, at: TakenStep): Promise<RequestRecord> =>
  transition(tx, actor, requestNoun, {
    ...at,
    action: "withdraw",
    effect: async () => ({ patch: { statusReason: at.reason } }),
  });

/** A payment request with its costs, and what became of it. 404. */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<RequestDetail> => {
  const [row, stored, lines] = await Promise.all([
    db.maybe<
      Omit<RequestDetail, "invoice" | "invoiceStatus" | "lines" | "classFindings" | "actions">
    >(
      bind(
        `
          select
            ${recordColumns(requestList, {})}, s.title, r.match, r.note,
            r.status_reason as "statusReason", s.amount - s.claimed as left
          from ${requestList.from}
          where r.org_id = $1 and r.id = $2
        `,
        [db.scope.orgId, id],
      ),
    ),
    getRow(db, subawardRequest, id, "payment request"),
    linesOf(db, id),
  ]);
  if (!row) throw notFound("payment request");
  const [invoice] = stored.invoiceId ? await invoicesNamed(db, [stored.invoiceId]) : [];
  const of = await getRow(db, subaward, stored.subawardId, "subaward");
  return {
    ...row,
    invoice: invoice?.number ?? null,
    invoiceStatus: invoice?.status ?? null,
    lines,
    classFindings: await findingsOfRequest(db, of, stored, lines),
    actions: actionsFor(actor, requestNoun, stored).filter((a) => a.name !== "withdraw"),
  };
};
