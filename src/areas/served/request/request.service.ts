import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { workOrdersNamed } from "#areas/assets/assets.server.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import { change, note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, asSystem, transition, type StepAt } from "#server/lifecycle.ts";
import { servedAgreement, servedClient, servedMessage, servedRequest } from "../served.tables.ts";
import { tellClient } from "../link/tell.service.ts";
import { requestList } from "./request.list.ts";
import type {
  AcceptInput,
  FinishInput,
  MessageRow,
  RequestChange,
  RequestDetail,
  RequestInput,
  RequestRow,
} from "./request.model.ts";
import { requestNoun, type RequestStored } from "./request.noun.ts";

const requireWork = async (tx: Tx, workOrderId: string | null, id: string | null) => {
  if (!workOrderId) return;
  const [order] = await workOrdersNamed(tx, [workOrderId]);
  if (!order) throw invalidField("workOrderId", "Choose a work order.", "work_unknown");
  const other = await tx.maybe<{ number: string }>(sql`
    select number
    from served_request
    where org_id = ${tx.scope.orgId}
      and work_order_id = ${workOrderId}
      and status not in ('declined', 'closed')
      and id is distinct from ${id}::uuid
  `);
  if (other)
    throw invalidField("workOrderId", `${order.number} works for ${other.number}.`, "work_taken");
};

/** Takes a request in, typed by staff or sent by a client's link. 422 `client_ended`, `work_unknown`, `work_taken`. */
export const takeRequest = async (
  tx: Tx,
  actor: Actor,
  input: RequestInput,
  byLink = false,
): Promise<RequestStored> => {
  const client = await getRow(tx, servedClient, input.clientId, "client");
  if (client.status !== "active")
    throw invalidField("clientId", `${client.name} is no more served.`, "client_ended");
  await requireWork(tx, input.workOrderId, null);
  const made = await create(tx, actor, requestNoun, {
    number: { kind: "CRQ" },
    row: { ...input, id: newId(), orgId: tx.scope.orgId!, byLink, enteredBy: actor.personId },
  });
  if (byLink)
    notify(tx, await peopleOnDuty(tx, "biller"), {
      kind: "served",
      title: `${client.name} asks: ${made.title}`.slice(0, 200),
      body: `${made.number}: accept or decline it.`,
      link: `/clients/requests/${made.id}`,
    });
  return made;
};

/** Changes a request before its work is done. 404, 409, 412; 422 `work_unknown`, `work_taken`. */
export const changeRequest = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: RequestChange,
  version: number | null,
): Promise<RequestStored> =>
  change(tx, actor, requestNoun, {
    ...{ id, version },
    effect: async () => {
      await requireWork(tx, input.workOrderId, id);
      return { patch: input };
    },
  });

/** Accepts a request under an agreement in force. 404, 409, 412; 422 `no_agreement`, `no_service`. */
export const acceptRequest = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { agreementId, service }: AcceptInput,
): Promise<RequestStored> => {
  const row = await transition(tx, actor, requestNoun, {
    ...{ id: at.id, version: at.version, action: "accept" },
    effect: async (before) => {
      const agreement = await getRow(tx, servedAgreement, agreementId, "agreement");
      const today = businessDate(tx.scope);
      if (agreement.clientId !== before.clientId)
        throw invalidField("agreementId", "This agreement is with another client.", "no_agreement");
      if (agreement.status !== "active" || agreement.startsOn > today || agreement.endsOn < today)
        throw invalidField("agreementId", `${agreement.number} is not in force.`, "no_agreement");
      if (!agreement.services.some(({ code }) => code === service))
        throw invalidField("service", `${agreement.number} has no such service.`, "no_service");
      return {
        patch: { agreementId, service, acceptedBy: actor.personId },
        note: `${agreement.number}, ${service}`,
      };
    },
  });
  await tellClient(tx, row, "is accepted", "We tell you here when the work begins.");
  return row;
};

const feeOf = async (
  db: Db,
  { agreementId, service }: Pick<RequestStored, "agreementId" | "service">,
): Promise<number | null> => {
  if (agreementId === null) return null;
  const { services } = await getRow(db, servedAgreement, agreementId, "agreement");
  const own = services.find(({ code }) => code === service);
  return own?.kind === "fee" ? own.rate : null;
};

/**
 * Work of a request is done, on a day that is not to come; a fixed fee is billed for each piece. The client is told.
 * 404, 409, 412; 422 `after_today`, `not_by_piece`.
 */
export const finishRequest = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { doneOn, quantity }: FinishInput,
): Promise<RequestStored> => {
  const today = businessDate(tx.scope);
  const row = await transition(tx, actor, requestNoun, {
    ...{ id: at.id, version: at.version, action: "finish" },
    effect: async (before) => {
      const finishedOn = doneOn ?? today;
      if (finishedOn > today)
        throw invalidField("doneOn", "Work is not done on a day to come.", "after_today");
      if (quantity > 1 && (await feeOf(tx, before)) === null)
        throw invalidField("quantity", "Only a fixed fee is billed by the piece.", "not_by_piece");
      return { patch: { finishedOn, quantity } };
    },
  });
  await tellClient(tx, row, "is done", "A bill follows.");
  return row;
};

/** A step whose end the client is told of; `reason` where one is said. */
export const stepOfRequest = async (
  tx: Tx,
  actor: Actor,
  action: "decline" | "begin",
  at: { id: string; version?: number | null; reason?: string | null },
): Promise<RequestStored> => {
  const row = await transition(tx, actor, requestNoun, { ...at, action });
  const what = { decline: "is declined", begin: "is at work" }[action];
  const text = { decline: at.reason ?? "", begin: "" }[action];
  await tellClient(tx, row, what, text);
  return row;
};

type Moved = "bill" | "unbill" | "close";
/** Requests of a bill go with it: on a bill, to bill again, or closed. The system's step. */
export const moveRequests = async (
  tx: Tx,
  actor: Actor,
  action: Moved,
  ids: readonly string[],
  bill: { id: string; number: string },
): Promise<void> => {
  for (const id of [...ids].sort())
    await transition(tx, asSystem(actor), requestNoun, {
      id,
      action,
      effect: async () => ({
        patch: { billId: action === "unbill" ? null : bill.id },
        note: bill.number,
      }),
    });
};

/** The requests that a bill is about. */
export const requestsOnBill = (
  db: Db,
  billId: string,
): Promise<{ id: string; number: string; title: string; status: string }[]> =>
  db.rows(sql`
    select id, number, title, status
    from served_request
    where org_id = ${db.scope.orgId} and bill_id = ${billId}
    order by number
  `);

/** Writes to the client about a request, or for the client about it. 404; 409 `request_over`. */
export const writeMessage = async (
  tx: Tx,
  actor: Actor,
  requestId: string,
  said: { side: "client" | "agency"; author: string; text: string },
): Promise<{ id: string }> => {
  const row = await getRow(tx, servedRequest, requestId, "request");
  if (row.status === "declined" || row.status === "closed")
    throw conflict("request_over", "This request is over: send a new one.");
  const message = await insertRow(tx, servedMessage, {
    ...{ ...said, id: newId(), orgId: tx.scope.orgId!, requestId },
    personId: said.side === "agency" ? actor.personId : null,
  });
  note(tx, actor, "clientRequest", requestId, {
    action: "clientRequest.message",
    note: `${said.author}: ${said.text}`.slice(0, 500),
    after: { side: said.side, author: said.author },
  });
  if (said.side === "agency") await tellClient(tx, row, "has a message", said.text);
  else
    notify(tx, await peopleOnDuty(tx, "biller"), {
      kind: "served",
      title: `${row.number}: a message of ${said.author}`.slice(0, 200),
      body: said.text.slice(0, 300),
      link: `/clients/requests/${requestId}`,
    });
  return { id: message.id };
};

const messagesOf = (db: Db, requestId: string): Promise<MessageRow[]> =>
  db.rows<MessageRow>(sql`
    select id, side, author, text, created_at
    from served_message
    where org_id = ${db.scope.orgId} and request_id = ${requestId}
    order by created_at, id
    limit 500
  `);

const billsOf = (db: Db, requestId: string) =>
  db.rows<{ id: string; number: string; status: string }>(sql`
    select b.id, b.number, b.status
    from served_bill b
    join served_request r on r.org_id = b.org_id and r.bill_id = b.id
    where b.org_id = ${db.scope.orgId} and r.id = ${requestId}
    order by b.number
  `);

/** A request with its messages and bills. 404. */
export const readRequest = async (db: Db, actor: Actor, id: string): Promise<RequestDetail> => {
  const row = await getRow(db, servedRequest, id, "request");
  const [{ items }, messages, bills, orders, fee, actions] = await Promise.all([
    runList<RequestRow>(db, actor, requestList, { id: [id], limit: 1 }),
    messagesOf(db, id),
    billsOf(db, id),
    workOrdersNamed(db, row.workOrderId ? [row.workOrderId] : []),
    feeOf(db, row),
    actionsAsked(db, actor, requestNoun, row),
  ]);
  const { text, workOrderId, finishedOn, quantity } = row;
  return {
    ...items[0]!,
    ...{ text, workOrderId, finishedOn, quantity, fee, messages, bills, actions },
    workOrder: orders[0]?.number ?? null,
  };
};
