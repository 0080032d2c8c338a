import { buffer } from "node:stream/consumers";
import type { FastifyReply } from "fastify";
import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { paymentNoun, runNoun } from "./payment.noun.ts";
import {
  addAgencyBank,
  readAgencyBank,
  readAgencyBanks,
  retireAgencyBank,
  saveAgencyBank,
} from "./agency-bank.service.ts";
import { takeBankFile } from "./bank-file.service.ts";
import { unclearPayment } from "./clearing.service.ts";
import { askPayee } from "./stale.service.ts";
import { holdList, liftHold, placeHold } from "./hold.service.ts";
import { previewRun } from "./payable.service.ts";
import { paymentList } from "./payment.list.ts";
import { readPayment } from "./payment.read.service.ts";
import { payableList } from "./payable.list.ts";
import { paymentDetail, paymentRow } from "./payment.model.ts";
import { payableRow } from "./payable.model.ts";
import { agencyBankInput, agencyBankRow } from "./agency-bank.model.ts";
import { holdInput, holdRow } from "./hold.model.ts";
import { runDetail, runInput, runPreview, runRow } from "./run.model.ts";
import {
  clearPayment,
  confirmVoid,
  reissuePayment,
  returnPayment,
  voidPayment,
} from "./payment.service.ts";
import { paymentRun } from "./payment.tables.ts";
import { refuseFile } from "./refusal.service.ts";
import { releaseRun } from "./release.service.ts";
import { remakeFiles } from "./run-files.service.ts";
import { runList } from "./run.list.ts";
import { readRun } from "./run.read.service.ts";
import {
  cancelRun,
  proposeAndSubmit,
  proposeRun,
  sendRun,
  submitRun,
  takeOff,
} from "./run.service.ts";

const runs = "/api/v1/payment-runs";
const payments = "/api/v1/payments";
const holds = "/api/v1/payment-holds";
const reasonInput = z.object({ reason: z.string().trim().max(2000).nullish() });
const sentInput = reasonInput.extend({
  /** Of the file that went: an earlier one than the run's file of now is refused. */
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, "A SHA-256 has 64 digits and letters from a to f.")
    .nullish(),
});

const runSteps = stepEndpoints(
  runNoun,
  {
    submit: { summary: "Submit a run for approval", take: submitRun },
    release: {
      summary: "Release an approved run: writes the bank file and pays",
      take: (tx, actor, at, _, app) => releaseRun(tx, actor, at, app.files),
    },
    send: step(sentInput, sendRun, { summary: "Record that the file went to the bank" }),
    remake: {
      summary: "Make the bank file of a run anew that still holds a void payment",
      take: (tx, actor, at, _, app) => remakeFiles(tx, actor, at, app.files),
    },
    refuse: {
      summary:
        "Record that the bank refused the file of a run: voids its ACH payments that are still out",
      take: (tx, actor, at, _, app) => refuseFile(tx, actor, at, app.files),
    },
    cancel: { summary: "Cancel a run that is not released", take: cancelRun },
  },
  { response: runDetail, read: readRun, versioned: true },
);

const runEndpoints: Endpoint[] = [
  ...listEndpoints(runs, "payment.read", runList, runRow),
  endpoint({
    method: "POST",
    path: `${runs}/preview`,
    permission: "payment.propose",
    summary: "What a run would pay and leave out, and why; nothing is kept",
    status: 200,
    ownTransaction: true,
    body: runInput,
    response: runPreview,
    handler: ({ db, body }) => previewRun(db, body),
  }),
  endpoint({
    method: "POST",
    path: runs,
    permission: "payment.propose",
    summary: "Propose a payment run; with `submit` send it to its approvers in one act",
    body: runInput.extend({ submit: z.boolean().default(false) }),
    response: runDetail,
    handler: async ({ tx, actor, body: { submit, ...input } }) => {
      const run = await (submit ? proposeAndSubmit : proposeRun)(tx, actor, input);
      return readRun(tx, actor, run.id);
    },
  }),
  endpoint({
    method: "GET",
    path: `${runs}/{id}`,
    permission: "payment.read",
    summary: "A payment run with its payments, exclusions, approvals and files",
    params: idParams,
    response: runDetail,
    handler: ({ db, actor, params }) => readRun(db, actor, params.id),
  }),
  ...runSteps,
  historyEndpoint(runs, "paymentRun", "payment.read"),
];

/** The register as an attachment. */
const registerEndpoint = endpoint({
  method: "GET",
  path: `${runs}/{id}/register`,
  permission: ["payment.release", "payment.approve"],
  summary: "The check register of a released run as CSV",
  params: idParams,
  query: z.object({ ticket: z.string().max(200).optional() }),
  raw: true,
  handler: async ({ db, params, app, reply }) => {
    const run = await getRow(db, paymentRun, params.id, "payment run");
    if (!run.registerFileId) throw notFound("register: the run is not released");
    const stored = await db.one<{ sha256: string }>(
      sql`
        select sha256
        from stored_file
        where org_id = ${run.orgId} and id = ${run.registerFileId}
      `,
    );
    const bytes = await buffer((await app.files.open(stored.sha256)).stream);
    return attached(reply, `${run.number}-register.csv`, stored.sha256).send(bytes);
  },
});

const attached = (reply: FastifyReply, name: string, sha256: string) =>
  reply
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("x-sha256", sha256)
    .header("cache-control", "no-store")
    .type("application/octet-stream");

/**
 * The bank file of a run as an attachment, and only the one that stands. Who took it, which holds
 * account numbers, is recorded.
 */
const bankFileEndpoint = endpoint({
  method: "GET",
  path: `${runs}/{id}/nacha`,
  permission: ["payment.release", "payment.approve"],
  summary: "The bank file (NACHA) of a released run",
  params: idParams,
  query: z.object({
    ticket: z.string().max(200).optional(),
    withVoid: z.enum(["true", "false"]).optional(),
  }),
  raw: true,
  handler: async ({ actor, params, query, app, reply }) => {
    const taken = await app.database.transaction(actor, (tx) =>
      takeBankFile(tx, actor, app.files, params.id, query.withVoid === "true"),
    );
    return attached(reply, `${taken.number}.ach`, taken.sha256).send(Buffer.from(taken.text));
  },
});

const day = z
  .union([z.iso.date(), z.literal("")])
  .nullish()
  .transform((d) => d || null);
const bankWordInput = z.object({
  /** What the bank confirmed: that the entry is deleted or reversed, by its reference or name. */
  bankConfirmation: z.string().trim().max(500).nullish().meta({ title: "What the bank confirmed" }),
  bankConfirmedOn: day.meta({ title: "Confirmed on" }),
});
const voidInput = reasonInput.extend({
  ...bankWordInput.shape,
  /** Of a bank file that was downloaded and not sent. */
  notUploaded: z
    .union([z.boolean(), z.literal("on")])
    .optional()
    .transform((ticked) => ticked === true || ticked === "on"),
});
const returnInput = reasonInput.extend({
  returnCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]\d{2}$/, "The bank's code has a letter and two digits, such as R02."),
  returnedOn: day,
});

const paymentSteps = stepEndpoints(
  paymentNoun,
  {
    cancel: { summary: "Take a payment off a run that is not released", take: takeOff },
    void: step(
      voidInput,
      (tx, actor, at, words, app) =>
        voidPayment(tx, actor, at, app.files, { ...words, reason: at.reason }),
      { summary: "Void a released payment; its invoices are open again" },
    ),
    ask: {
      summary: "Ask the payee of a stale check in a letter whether it has it",
      take: askPayee,
    },
    confirm: step(bankWordInput, confirmVoid, {
      summary: "Record what the bank confirmed of the entry of a void payment",
    }),
    return: step(
      returnInput,
      (tx, actor, at, { returnCode, returnedOn }, app) =>
        returnPayment(tx, actor, at, app.files, { returnCode, returnedOn, reason: at.reason }),
      { summary: "Record that the bank returned a payment" },
    ),
    clear: step(z.object({ clearedOn: day }), clearPayment, {
      summary: "Record that a payment cleared",
    }),
    unclear: {
      summary: "Take back that a payment cleared, with a reason",
      take: unclearPayment,
    },
    reissue: {
      summary: "Pay a voided or returned payment once more, through a new run",
      take: reissuePayment,
    },
  },
  { response: paymentDetail, read: readPayment, versioned: true },
);

const paymentEndpoints: Endpoint[] = [
  ...listEndpoints(payments, "payment.read", paymentList, paymentRow),
  ...listEndpoints("/api/v1/payables", "payment.read", payableList, payableRow),
  endpoint({
    method: "GET",
    path: `${payments}/{id}`,
    permission: "payment.read",
    summary: "A payment with its invoices and their trace",
    params: idParams,
    response: paymentDetail,
    handler: ({ db, actor, params }) => readPayment(db, actor, params.id),
  }),
  ...paymentSteps,
  historyEndpoint(payments, "payment", "payment.read"),
];

const changed = z.object({ id: z.string() });
const holdEndpoints: Endpoint[] = [
  ...listEndpoints(holds, "payment.read", holdList, holdRow),
  endpoint({
    method: "POST",
    path: holds,
    permission: "payment.hold",
    summary: "Hold payment of a vendor or an invoice",
    body: holdInput,
    response: changed,
    handler: async ({ tx, actor, body }) => ({ id: (await placeHold(tx, actor, body)).id }),
  }),
  recordAct(holds, "lift", {
    permission: "payment.hold",
    summary: "Lift a hold",
    body: z.object({ reason: z.string().trim().min(3, "Say why it is lifted.").max(1000) }),
    response: changed,
    handler: async ({ tx, actor, params, body }) => ({
      id: (await liftHold(tx, actor, params.id, body.reason)).id,
    }),
  }),
  historyEndpoint(holds, "paymentHold", "payment.read"),
];

const banks = "/api/v1/agency-bank-accounts";
const oneAccount = z.object({ accountId: z.uuid().optional() });
const bankEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/agency-bank-account",
    permission: ["payment.bank", "payment.release", "payment.propose"],
    summary: "An account that payments are drawn on, else the first in use; without its number",
    query: oneAccount,
    response: agencyBankRow,
    handler: ({ db, actor, query }) => readAgencyBank(db, actor, query.accountId ?? null),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/agency-bank-account",
    permission: "payment.bank",
    summary: "Set up or change an account that payments are drawn on",
    query: oneAccount,
    body: agencyBankInput,
    response: agencyBankRow,
    handler: async ({ tx, actor, query, body, ifMatch }) =>
      readAgencyBank(
        tx,
        actor,
        await saveAgencyBank(tx, actor, body, ifMatch, query.accountId ?? null),
      ),
  }),
  endpoint({
    method: "GET",
    path: banks,
    permission: ["payment.bank", "payment.release", "payment.propose"],
    summary: "The agency's accounts, those in use first; without their numbers",
    response: z.object({ accounts: z.array(agencyBankRow) }),
    handler: async ({ db, actor }) => ({ accounts: await readAgencyBanks(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path: banks,
    permission: "payment.bank",
    summary: "Set up one more account that payments are drawn on",
    body: agencyBankInput,
    response: agencyBankRow,
    handler: async ({ tx, actor, body }) =>
      readAgencyBank(tx, actor, await addAgencyBank(tx, actor, body)),
  }),
  recordAct(banks, "retire", {
    permission: "payment.bank",
    summary: "End the use of an account of the agency",
    response: agencyBankRow,
    handler: async ({ tx, actor, params, ifMatch }) => {
      await retireAgencyBank(tx, actor, { id: params.id, version: ifMatch });
      return readAgencyBank(tx, actor, params.id);
    },
  }),
];

export const financePaymentEndpoints: readonly Endpoint[] = [
  ...runEndpoints,
  bankFileEndpoint,
  registerEndpoint,
  ...paymentEndpoints,
  ...holdEndpoints,
  ...bankEndpoints,
];
