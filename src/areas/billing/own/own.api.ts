import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { dayField } from "#kernel/time-fields.ts";
import type { App } from "#server/app.ts";
import type { Tx } from "#server/db/db.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { ownBillList } from "../bill/bill.list.ts";
import { ownBillDetail, ownBillRow, reasonInput, takeInput } from "../bill/bill.model.ts";
import { numberOfBill } from "../bill/bill.noun.ts";
import { billPaper, billUbl } from "../bill/paper.service.ts";
import { openDispute } from "../dispute/dispute.service.ts";
import { asCustomer, operatorOf, type Customer } from "../operator/operator.service.ts";
import { changePreview, choiceInput, orderInput } from "../subscription/subscription.model.ts";
import type { SubscriptionStored } from "../subscription/subscription.noun.ts";
import {
  cancelPlan,
  choosePlan,
  previewChange,
  setOrder,
} from "../subscription/subscription.service.ts";
import { ownBilling, ownPlans } from "./own.model.ts";
import { readBilling, readOwnBill, readOwnPlans } from "./own.read.service.ts";
import { ownBill, takeBill } from "./take.service.ts";

const path = "/api/v1/billing";
const bills = `${path}/bills`;
const [read, manage] = ["billing.read", "billing.manage"] as const;

const standing = z.object({ status: z.string(), periodTo: dayField, endsOn: dayField.nullable() });
const changed = async (
  app: App,
  actor: Actor,
  work: (tx: Tx, customer: Customer, who: Actor) => Promise<SubscriptionStored>,
) => {
  const { status, periodTo, endsOn } = await asCustomer(app, actor, work);
  return { status, periodTo, endsOn };
};

const planActs: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/plans`,
    permission: read,
    summary: "The offers in force beside your agency's plan",
    response: ownPlans,
    handler: ({ app, actor }) => readOwnPlans(actor, app),
  }),
  endpoint({
    method: "GET",
    path: `${path}/change`,
    permission: manage,
    summary: "What a change of plan would do, with its cents; changes nothing",
    query: choiceInput,
    response: changePreview,
    handler: ({ app, actor, query }) =>
      asCustomer(app, actor, (tx, customer) => previewChange(tx, customer.id, query)),
  }),
  actAt(path, "choose", {
    permission: manage,
    opensIn: "read_only",
    ownTransaction: true,
    summary: "Choose a plan, or change to another one",
    body: choiceInput,
    response: standing,
    handler: ({ app, actor, body }) =>
      changed(app, actor, (tx, customer, who) => choosePlan(tx, who, customer, body)),
  }),
  actAt(path, "order", {
    permission: manage,
    opensIn: "read_only",
    ownTransaction: true,
    summary: "Say by which purchase order your agency is billed",
    body: orderInput,
    response: standing,
    handler: ({ app, actor, body }) =>
      changed(app, actor, (tx, customer, who) => setOrder(tx, who, customer, body)),
  }),
  actAt(path, "cancel", {
    permission: manage,
    opensIn: "read_only",
    ownTransaction: true,
    summary: "End your agency's plan with its period, or with the term of its agreement",
    body: z.strictObject({}),
    response: standing,
    handler: ({ app, actor }) =>
      changed(app, actor, (tx, customer, who) => cancelPlan(tx, who, customer)),
  }),
];

const papers: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${bills}/{id}/paper`,
    permission: read,
    summary: "A bill that your agency got, as PDF",
    params: idParams,
    handler: async ({ app, db, params, reply }) => {
      const { orgId } = await ownBill(db, params.id);
      const side = app.database.read({ orgId, personId: null });
      const { number, html } = await billPaper(side, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
  endpoint({
    method: "GET",
    path: `${bills}/{id}/ubl`,
    permission: read,
    summary: "A bill that your agency got, as UBL 2.1",
    params: idParams,
    handler: async ({ app, db, params, reply }) => {
      await ownBill(db, params.id);
      const { number, xml } = await billUbl(db, params.id, await operatorOf(app.database));
      return reply
        .type("application/xml")
        .header("content-disposition", `attachment; filename="${number}.xml"`)
        .send(xml);
    },
  }),
];

/** What an agency reads and does about its own plan and bills. */
export const ownEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: read,
    summary: "What your agency owes by when, its plan, its next bill and its use",
    response: ownBilling,
    handler: ({ app, db, actor }) => readBilling(db, actor, app),
  }),
  ...planActs,
  ...listEndpoints(bills, read, ownBillList, ownBillRow),
  endpoint({
    method: "GET",
    path: `${bills}/{id}`,
    permission: read,
    summary: "A bill that your agency got",
    params: idParams,
    response: ownBillDetail,
    handler: ({ app, db, actor, params }) => readOwnBill(db, actor, params.id, app),
  }),
  ...papers,
  recordAct(bills, "take", {
    permission: "invoice.create",
    opensIn: "read_only",
    summary: "Take a bill into accounts payable, as an invoice of your own agency",
    body: takeInput,
    response: writtenRecord,
    handler: ({ app, tx, actor, params, body }) => takeBill(tx, actor, app, params.id, body),
  }),
  recordAct(bills, "dispute", {
    permission: manage,
    opensIn: "read_only",
    ownTransaction: true,
    summary: "Dispute a bill: its days stand still until the operator answers",
    body: reasonInput,
    response: z.object({ id: z.string(), number: z.string() }),
    handler: async ({ app, actor, params, body }) => {
      const bill = await asCustomer(app, actor, (tx, customer, who) =>
        openDispute(tx, who, customer, params.id, body.reason),
      );
      return { id: bill.id, number: numberOfBill(bill) };
    },
  }),
];
