import { lockHours } from "#areas/assets/assets.server.ts";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addDays } from "#kernel/time.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { AgreementStored } from "../agreement/agreement.noun.ts";
import { moveRequests, requestsOnBill } from "../request/request.service.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { queueMail } from "#server/mail/mail.ts";
import { billLetter } from "../link/letters.service.ts";
import {
  servedAgreement,
  servedBill,
  servedBillLine,
  servedClient,
  servedRequest,
} from "../served.tables.ts";
import type { BillInput } from "./bill.model.ts";
import { billNoun, type BillStored } from "./bill.noun.ts";
import { hourLines } from "./hours.service.ts";
import { addedUp, feeLine, freeAll, requireService, type NewLine } from "./lines.service.ts";
import { billPaperName } from "./paper.service.ts";

type Request = typeof servedRequest.$inferSelect;

const requestsToBill = async (tx: Tx, input: BillInput): Promise<Request[]> => {
  const requests: Request[] = [];
  for (const id of [...new Set(input.requestIds)].sort()) {
    const request = await lockRow(tx, servedRequest, id, "request");
    if (request.agreementId !== input.agreementId)
      throw invalidField(
        "requestIds",
        `${request.number} is not of this agreement.`,
        "other_agreement",
      );
    if (request.status !== "to_bill")
      throw conflict("not_to_bill", `${request.number} is not to bill, or on a bill already.`);
    requests.push(request);
  }
  return requests;
};

// Hours of its work order, or its fixed fee once; what it cost is chosen from the books.
const linesOfRequest = async (
  tx: Tx,
  bill: BillStored,
  request: Request,
  agreement: AgreementStored,
): Promise<NewLine[]> => {
  const service = agreement.services.find(({ code }) => code === request.service);
  if (service?.kind === "hour")
    return (await hourLines(tx, bill, request, agreement, (ids) => lockHours(tx, ids))).lines;
  if (service?.kind !== "fee") return [];
  const { code, name, rate } = requireService(agreement, request.service, "fee");
  const last = agreement.endedOn ?? agreement.endsOn;
  const done = request.finishedOn ?? businessDate(tx.scope);
  const servedOn = done > last ? last : done;
  return [
    feeLine(
      bill,
      { code, name, rate: rate! },
      { servedOn, quantity: request.quantity, requestId: request.id },
    ),
  ];
};

/**
 * Drafts a bill of an agreement, with the hours and fees of the requests that are named. 404; 409 `not_signed`,
 * `not_to_bill`, `beyond_ceiling`; 422 `other_agreement`.
 */
export const draftBill = async (tx: Tx, actor: Actor, input: BillInput): Promise<BillStored> => {
  const agreement = await lockRow(tx, servedAgreement, input.agreementId, "agreement");
  if (agreement.status !== "active" && agreement.status !== "ended")
    throw conflict("not_signed", `${agreement.number} was never in force.`);
  const requests = await requestsToBill(tx, input);
  const bill = await create(tx, actor, billNoun, {
    number: { kind: "BIL" },
    row: {
      ...{ orgId: agreement.orgId, id: newId(), clientId: agreement.clientId },
      ...{ agreementId: agreement.id, note: input.note, preparedBy: actor.personId! },
    },
    from: requests.map(({ id }) => ({ type: "clientRequest", id })),
  });
  await moveRequests(
    tx,
    actor,
    "bill",
    requests.map(({ id }) => id),
    bill,
  );
  const lines: NewLine[] = [];
  for (const request of requests)
    lines.push(...(await linesOfRequest(tx, bill, request, agreement)));
  if (lines.length === 0) return bill;
  await insertRows(tx, servedBillLine, lines);
  const sums = await addedUp(tx, bill, agreement);
  await tx.rows(sql`
    update served_bill
    set
      costs = ${sums.costs}, hours = ${sums.hours}, fees = ${sums.fees},
      overhead = ${sums.overhead}, total = ${sums.total}
    where org_id = ${bill.orgId} and id = ${bill.id}
  `);
  return { ...bill, ...sums };
};

/** Drafts one bill for each agreement with requests to bill. Gives them; none where nothing is due. */
export const billDue = async (tx: Tx, actor: Actor): Promise<BillStored[]> => {
  const due = await tx.rows<{ agreementId: string; requestIds: string[] }>(sql`
    select agreement_id, array_agg(id::text order by id) as request_ids
    from served_request
    where org_id = ${tx.scope.orgId} and status = 'to_bill'
    group by agreement_id
    order by agreement_id
    limit 100
  `);
  const bills: BillStored[] = [];
  for (const { agreementId, requestIds } of due)
    bills.push(
      await draftBill(tx, actor, { agreementId, requestIds: requestIds.slice(0, 100), note: "" }),
    );
  return bills;
};

/** Approves what another person prepared. 404, 409 `nothing_billed`, `not_covered`, `beyond_ceiling`, 412. */
export const approveBill = (tx: Tx, actor: Actor, at: StepAt): Promise<BillStored> =>
  transition(tx, actor, billNoun, {
    ...at,
    action: "approve",
    effect: async (bill) => {
      const agreement = await lockRow(tx, servedAgreement, bill.agreementId, "agreement");
      const sums = await addedUp(tx, bill, agreement);
      if (sums.total === 0) throw conflict("nothing_billed", "Nothing stands on this bill.");
      if (bill.uncovered !== 0)
        throw conflict(
          "not_covered",
          "A payment behind one of its costs is gone: take that cost out.",
        );
      return { patch: { ...sums, approvedBy: actor.personId } };
    },
  });

/** Sends an approved bill back with the reason; who prepared it hears of it. 404, 409, 412. */
export const sendBackBill = (tx: Tx, actor: Actor, at: TakenStep): Promise<BillStored> =>
  transition(tx, actor, billNoun, {
    ...at,
    action: "sendBack",
    effect: async (bill) => {
      tellPreparer(tx, bill, "came back", at.reason ?? "");
      return { patch: { approvedBy: null } };
    },
  });

const tellPreparer = (tx: Tx, bill: BillStored, what: string, body: string) =>
  notify(tx, [bill.preparedBy], {
    kind: "served",
    title: `${bill.number} ${what}`,
    body: body.slice(0, 300),
    link: `/clients/bills/${bill.id}`,
  });

/** Sends a bill: its letter with its paper goes out once. 404, 409 `not_covered`, 412. */
export const sendBill = (tx: Tx, actor: Actor, at: StepAt): Promise<BillStored> =>
  transition(tx, actor, billNoun, {
    ...at,
    action: "send",
    effect: async (bill) => {
      if (bill.uncovered !== 0)
        throw conflict(
          "not_covered",
          "A payment behind one of its costs is gone: take that cost out.",
        );
      const [agreement, client] = await Promise.all([
        getRow(tx, servedAgreement, bill.agreementId, "agreement"),
        getRow(tx, servedClient, bill.clientId, "client"),
      ]);
      const issuedOn = businessDate(tx.scope);
      const dueOn = addDays(issuedOn, agreement.payDays);
      const { number, total, orgId, id } = bill;
      await queueMail(tx, {
        ...billLetter({ client: client.name, number, total, dueOn }),
        ...{ orgId, to: client.email, replyTo: { personId: actor.personId! } },
        papers: [{ maker: billPaperName, of: id, name: `${number}.pdf` }],
      });
      return {
        patch: { issuedOn, dueOn, sentBy: actor.personId },
        note: `To ${client.email}, due ${formatDate(dueOn)}`,
      };
    },
  });

/** Keeps a client's dispute of a bill, with its words. 404, 409, 412. */
export const disputeBill = (
  tx: Tx,
  actor: Actor,
  at: { id: string; version?: number | null; reason?: string | null },
): Promise<BillStored> =>
  transition(tx, actor, billNoun, {
    ...at,
    action: "dispute",
    effect: async (bill) => {
      tellPreparer(tx, bill, "is disputed", at.reason ?? "");
      return {};
    },
  });

/** Ends a dispute with what was found; the bill stands as its receipts say. 404, 409, 412. */
export const settleBill = (tx: Tx, actor: Actor, at: TakenStep): Promise<BillStored> =>
  transition(tx, actor, billNoun, {
    ...at,
    action: "settle",
    effect: async ({ received }) => ({ to: received > 0 ? "part_paid" : "sent" }),
  });

/** Writes off what is still owed of a bill, never by who billed it. 404, 409, 412. */
export const writeOffBill = async (tx: Tx, actor: Actor, at: TakenStep): Promise<BillStored> => {
  const bill = await transition(tx, actor, billNoun, {
    ...at,
    action: "writeOff",
    effect: async () => ({ patch: { writtenOffOn: businessDate(tx.scope) } }),
  });
  await closeRequests(tx, actor, bill);
  return bill;
};

/** Closes the requests of a bill that is settled. */
export const closeRequests = async (tx: Tx, actor: Actor, bill: BillStored): Promise<void> => {
  const requests = await requestsOnBill(tx, bill.id);
  const open = requests.filter(({ status }) => status === "billed");
  await moveRequests(
    tx,
    actor,
    "close",
    open.map(({ id }) => id),
    bill,
  );
};

/** Cancels a bill that did not go out: its costs and hours are free, its requests to bill. 404, 409, 412. */
export const cancelBill = async (tx: Tx, actor: Actor, at: TakenStep): Promise<BillStored> => {
  const bill = await transition(tx, actor, billNoun, {
    ...at,
    action: "cancel",
    effect: async () => {
      await freeAll(tx, actor, at.id);
      return { patch: { approvedBy: null } };
    },
  });
  const requests = await requestsOnBill(tx, bill.id);
  await moveRequests(
    tx,
    actor,
    "unbill",
    requests.map(({ id }) => id),
    bill,
  );
  return bill;
};

/** A payment behind costs of a bill went, or came again: it is approved anew, or whoever billed hears of it. */
export const coverBill = async (
  tx: Tx,
  actor: Actor,
  billId: string,
  change: number,
  why: string,
): Promise<void> => {
  const before = await getRow(tx, servedBill, billId, "bill");
  const bill = await updateRow(tx, servedBill, billId, { uncovered: before.uncovered + change });
  if (change <= 0) return;
  if (bill.status === "approved")
    await transition(tx, asSystem(actor), billNoun, {
      ...{ id: billId, action: "lapse", reason: why },
      effect: async () => ({ patch: { approvedBy: null } }),
    });
  tellPreparer(tx, bill, "bills a cost without a payment", `${why}. Take it out, or pay it anew.`);
};
