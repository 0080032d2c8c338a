import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { recordAct } from "#server/http/acts.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { settleDispute } from "../dispute/dispute.service.ts";
import { asSystem } from "#server/lifecycle.ts";
import { keepStanding } from "../morning/morning.service.ts";
import { operatorOf } from "../operator/operator.service.ts";
import {
  confirmPayment,
  recordPayment,
  rejectPayment,
  takeBackPayment,
} from "../payment/payment.service.ts";
import { billList } from "./bill.list.ts";
import {
  billDetail,
  billInput,
  billRow,
  creditInput,
  paymentInput,
  reasonInput,
} from "./bill.model.ts";
import { billNoun, numberOfBill, type BillStored } from "./bill.noun.ts";
import { readBill } from "./bill.read.service.ts";
import { draftBill, draftCredit, issueBill, voidBill, writeOffBill } from "./bill.service.ts";
import { billPaper, billUbl } from "./paper.service.ts";

const path = "/api/v1/agency-bills";
const payments = "/api/v1/agency-payments";
const [read, edit, decide] = ["platform.read", "platform.edit", "platform.decide"] as const;

/** A draft has no number yet: what people call it stands in its place. */
const written = (bill: BillStored) => ({ ...bill, number: numberOfBill(bill) });

const papers: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A bill to an agency, as PDF",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { number, html } = await billPaper(db, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/ubl`,
    permission: read,
    summary: "A bill to an agency, as UBL 2.1",
    params: idParams,
    handler: async ({ app, db, params, reply }) => {
      const { number, xml } = await billUbl(db, params.id, await operatorOf(app.database));
      return reply
        .type("application/xml")
        .header("content-disposition", `attachment; filename="${number}.xml"`)
        .send(xml);
    },
  }),
];

const money: readonly Endpoint[] = [
  recordAct(path, "record-payment", {
    permission: edit,
    summary: "Record money that came for a bill; another operator confirms it",
    body: paymentInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await recordPayment(tx, actor, params.id, body)),
  }),
  recordAct(payments, "confirm", {
    permission: decide,
    summary: "Confirm money that another operator recorded",
    body: z.strictObject({}),
    response: writtenRecord,
    handler: async ({ app, tx, actor, params }) => {
      const bill = await confirmPayment(tx, actor, params.id);
      // What was taken for being late comes back at once, not in the morning.
      tx.afterCommit(() => keepStanding(app, asSystem(actor)));
      return written(bill);
    },
  }),
  recordAct(payments, "reject", {
    permission: decide,
    summary: "Reject money that another operator recorded wrongly",
    body: reasonInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await rejectPayment(tx, actor, params.id, body.reason)),
  }),
  recordAct(payments, "take-back", {
    permission: decide,
    summary: "Take confirmed money back that did not stay",
    body: reasonInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await takeBackPayment(tx, actor, params.id, body.reason)),
  }),
];

/** Bills to agencies, their credit notes, their money and their disputes, for operators. */
export const billEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, billList, billRow),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Draft a bill by hand",
    status: 201,
    body: billInput,
    response: writtenRecord,
    handler: async ({ app, tx, actor, body }) => written(await draftBill(tx, actor, body, app)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A bill to an agency with its lines, money and disputes",
    params: idParams,
    response: billDetail,
    handler: ({ db, actor, params }) => readBill(db, actor, params.id),
  }),
  ...papers,
  historyEndpoint(path, "agencyBill", read),
  recordAct(path, "credit", {
    permission: edit,
    summary: "Draft a credit note to a bill",
    body: creditInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await draftCredit(tx, actor, params.id, body)),
  }),
  recordAct(path, "settle-dispute", {
    permission: edit,
    summary: "Answer a dispute with what was found",
    body: reasonInput,
    response: writtenRecord,
    handler: async ({ tx, actor, params, body }) =>
      written(await settleDispute(tx, actor, params.id, body.reason)),
  }),
  ...money,
  ...stepEndpoints(billNoun, {
    issue: async (tx, actor, at, input, app) => written(await issueBill(tx, actor, at, input, app)),
    void: async (tx, actor, at) => written(await voidBill(tx, actor, at)),
    writeOff: async (tx, actor, at) => written(await writeOffBill(tx, actor, at)),
  }),
];
