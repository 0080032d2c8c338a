import { z } from "zod";
import { maxCents } from "#kernel/money.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import {
  endpoint,
  idParams,
  requireGiven,
  writtenDocument,
  writtenRecord,
  type Endpoint,
} from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { checkCorrection, checkEntry, checkTyped } from "./entry.service.ts";
import { exceptionList } from "./exception.list.ts";
import { acceptException } from "./exception.service.ts";
import { invoiceList } from "./invoice.list.ts";
import { readInvoice } from "./invoice.read.service.ts";
import {
  confirmation,
  invoiceDetail,
  invoiceInput,
  invoicePatch,
  invoiceRow,
  listedException,
  spentLine,
  submitManyInput,
  submittedMany,
} from "./invoice.model.ts";
import { spentLineList } from "./spent-line.list.ts";
import { submitInvoices } from "./submit-many.service.ts";
import { createAndSubmitInvoice, submitInvoice } from "./submission.service.ts";
import { createInvoice, invoiceNoun } from "./invoice.service.ts";
import { disputeInvoice, voidInvoice } from "./course.service.ts";
import { editInvoice, rematchInvoice, takeBackInvoice } from "./correction.service.ts";
import { releaseRetainage, withholdRetainage } from "./retainage.service.ts";
import { pdfDraft } from "./document/pdf-draft.model.ts";
import { draftOfPdf, readStored } from "./document/pdf-draft.service.ts";
import { ublDraft } from "./ubl-draft.model.ts";
import { draftOfUbl, invoiceOfUbl, refuseUncharged } from "./ubl.service.ts";

const path = "/api/v1/invoices";
const newInvoice = writtenDocument.extend({ subtotal: z.number(), total: z.number() });
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });
const steps = stepEndpoints(invoiceNoun, {
  match: rematchInvoice,
  submit: submitInvoice,
  takeBack: { summary: "Take back from the approvers", take: takeBackInvoice },
  dispute: { summary: "Dispute with the vendor", take: disputeInvoice },
  releaseRetainage: step(
    reasonInput.extend({
      amount: z
        .number()
        .int("Amounts are whole cents.")
        .min(1, "Enter more than nothing.")
        .max(maxCents, "This amount is too large.")
        .nullish(),
    }),
    releaseRetainage,
    { summary: "Release what is withheld, or `amount` cents of it, to be paid" },
  ),
  withholdRetainage: {
    summary: "Withhold again what was released and is not paid",
    take: withholdRetainage,
  },
  void: voidInvoice,
});

export const invoiceEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "invoice.read", invoiceList, invoiceRow),
  ...listEndpoints("/api/v1/invoice-exceptions", "invoice.read", exceptionList, listedException),
  ...listEndpoints("/api/v1/bill-lines", "invoice.read", spentLineList, spentLine),
  endpoint({
    method: "POST",
    path,
    permission: "invoice.create",
    summary:
      "Enter an invoice or credit note; it is matched at once, and with `submit` goes to its approvers where nothing differs",
    body: invoiceInput.extend({
      submit: z.boolean().default(false),
      /** The form was filled from its file: what the file says is kept beside what was saved. */
      fromDocument: z.boolean().default(false),
      ...confirmation,
    }),
    response: newInvoice,
    // A scan takes seconds to read: no lock is held for that.
    ahead: async ({ db, actor, app, body: { fromDocument, fileId } }) =>
      fromDocument && fileId ? readStored(db, actor, app.files, fileId) : null,
    handler: async ({ tx, actor, ahead, body }) => {
      const { submit, confirmNegative, fromDocument: _from, ...typed } = body;
      const input = await checkTyped(tx, actor, typed, confirmNegative);
      return submit
        ? createAndSubmitInvoice(tx, actor, input, ahead)
        : createInvoice(tx, actor, input, "typed", ahead);
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/from-ubl`,
    permission: "invoice.create",
    summary: "Read a stored file of data (UBL 2.1 or CII, EN 16931) into an invoice",
    body: z.object({ fileId: z.uuid() }),
    response: newInvoice,
    handler: async ({ tx, actor, app, body }) => {
      const input = await invoiceOfUbl(tx, actor, app.files, body.fileId);
      refuseUncharged(input);
      await checkEntry(tx, actor, input);
      return createInvoice(tx, actor, input, "ubl");
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/ubl-draft`,
    permission: "invoice.create",
    summary:
      "Read a stored file of data (UBL or CII) for the form: lines, dates, taxes and totals; stores nothing",
    status: 200,
    body: z.object({ fileId: z.uuid() }),
    response: ublDraft,
    handler: ({ tx, actor, app, body }) => draftOfUbl(tx, actor, app.files, body.fileId),
  }),
  endpoint({
    method: "POST",
    path: `${path}/pdf-draft`,
    permission: "invoice.create",
    summary:
      "Read a stored PDF for the form: number, days, lines and sums that one sees; stores nothing",
    status: 200,
    body: z.object({ fileId: z.uuid() }),
    response: pdfDraft,
    ahead: ({ db, actor, app, body }) => readStored(db, actor, app.files, body.fileId),
    handler: ({ tx, ahead, body }) => draftOfPdf(tx, ahead, body.fileId),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "invoice.read",
    summary: "An invoice beside its order and receipts",
    params: idParams,
    response: invoiceDetail,
    handler: ({ db, actor, params }) => readInvoice(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "invoice.edit",
    summary: "Correct an invoice; priced and matched again",
    params: idParams,
    body: invoicePatch.extend(confirmation),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body: { confirmNegative, ...body }, ifMatch }) => {
      requireGiven(ifMatch);
      await checkCorrection(tx, actor, params.id, body, confirmNegative);
      return editInvoice(tx, actor, params.id, body, ifMatch);
    },
  }),
  ...steps,
  actAt(path, "submit-many", {
    permission: "invoice.edit",
    summary: "Submit several invoices for approval",
    status: 200,
    body: submitManyInput,
    response: submittedMany,
    ownTransaction: true,
    handler: ({ app, actor, body }) => submitInvoices(app, actor, body.ids),
  }),
  recordAct(path, "accept-exception", {
    permission: "invoice.resolve",
    summary: "Accept one exception with a reason",
    body: z.object({
      exceptionId: z.uuid(),
      reason: z.string().trim().min(3, "Say why it is accepted.").max(1000),
    }),
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      acceptException(tx, actor, params.id, body.exceptionId, body.reason, ifMatch),
  }),
  historyEndpoint(path, "invoice", "invoice.read"),
];
