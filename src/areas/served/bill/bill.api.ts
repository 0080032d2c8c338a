import { z } from "zod";
import { dayField } from "#kernel/time-fields.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { bookReceipt, freeReceipts, receive, takeBack } from "../receipt/receipt.service.ts";
import { billList } from "./bill.list.ts";
import {
  billDetail,
  billInput,
  billRow,
  bookInput,
  costsInput,
  feeInput,
  receiptInput,
  takeBackInput,
  takeOutInput,
} from "./bill.model.ts";
import { billNoun } from "./bill.noun.ts";
import { readBill } from "./bill.read.service.ts";
import {
  approveBill,
  billDue,
  cancelBill,
  disputeBill,
  draftBill,
  sendBackBill,
  sendBill,
  settleBill,
  writeOffBill,
} from "./bill.service.ts";
import { addCosts, addFee, takeOut } from "./lines.service.ts";
import { billPaper } from "./paper.service.ts";

const path = "/api/v1/client-bills";
const [read, write] = ["served.read", "served.write"] as const;

const lineActs: readonly Endpoint[] = [
  recordAct(path, "add-costs", {
    permission: write,
    summary: "Take paid costs of the books onto a draft; each has one funder",
    body: costsInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      addCosts(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "add-fee", {
    permission: write,
    summary: "Put a fixed fee on a draft",
    body: feeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) => addFee(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "take-out", {
    permission: write,
    summary: "Take lines off a draft",
    body: takeOutInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      takeOut(tx, actor, params.id, body.lineIds, ifMatch),
  }),
];

const receiptActs: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/client-receipts-free",
    permission: write,
    summary: "Posted receipts of which no bill used all",
    query: z.object({ q: z.string().max(120).default(""), limit: z.string().optional() }),
    response: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          journal: z.string(),
          title: z.string(),
          description: z.string(),
          account: z.string(),
          onDay: dayField,
          cents: z.number(),
          left: z.number(),
        }),
      ),
    }),
    handler: async ({ db, query }) => {
      const free = await freeReceipts(db, query.q);
      const items = free.map(
        ({ id, journal, title, description, account, onDay, cents, left }) => ({
          ...{ id, journal, title, description, account, onDay, cents, left },
        }),
      );
      return { items };
    },
  }),
  recordAct(path, "receive", {
    permission: write,
    summary: "Keep money for a bill: of a posted receipt, or typed",
    body: receiptInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => receive(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/client-receipts", "take-back", {
    permission: write,
    summary: "Take a receipt back that was kept wrongly",
    body: takeBackInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => takeBack(tx, actor, params.id, body.reason),
  }),
  recordAct("/api/v1/client-receipts", "book", {
    permission: write,
    summary: "Say which posted receipt a typed one is",
    body: bookInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => bookReceipt(tx, actor, params.id, body.journalLineId),
  }),
];

/** Bills to clients, their lines and their money. */
export const billEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, billList, billRow),
  endpoint({
    method: "POST",
    path,
    permission: write,
    summary: "Draft a bill to a client",
    status: 201,
    body: billInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftBill(tx, actor, body),
  }),
  actAt(path, "bill-due", {
    permission: write,
    summary: "Draft a bill for each agreement with work that is done and not billed",
    body: z.strictObject({}),
    response: z.object({ bills: z.array(z.object({ id: z.string(), number: z.string() })) }),
    handler: async ({ tx, actor }) => ({
      bills: (await billDue(tx, actor)).map(({ id, number }) => ({ id, number })),
    }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A bill to a client with its lines and receipts",
    params: idParams,
    response: billDetail,
    handler: ({ db, actor, params }) => readBill(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A bill to a client, as PDF",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { number, html } = await billPaper(db, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
  historyEndpoint(path, "clientBill", read),
  ...lineActs,
  ...receiptActs,
  ...stepEndpoints(billNoun, {
    approve: approveBill,
    sendBack: sendBackBill,
    send: sendBill,
    dispute: disputeBill,
    settle: settleBill,
    writeOff: writeOffBill,
    cancel: cancelBill,
  }),
];
