import { z } from "zod";
import { asSystem } from "#server/lifecycle.ts";
import { businessDate } from "#server/clock.ts";
import { getRow } from "#server/db/rows.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { agreementPaper, agreementPaperName } from "../agreement/paper.service.ts";
import { signAgreement } from "../agreement/agreement.service.ts";
import { disputeBill } from "../bill/bill.service.ts";
import { billPaper } from "../bill/paper.service.ts";
import { linkInput } from "../client/client.model.ts";
import { takeRequest, writeMessage } from "../request/request.service.ts";
import { servedAgreement, servedBill } from "../served.tables.ts";
import {
  agreementByLink,
  askedByLink,
  billByLink,
  byToken,
  clientView,
  disputedByLink,
  signedByLink,
  writtenByLink,
} from "./link.model.ts";
import {
  byLink,
  endLink,
  giveLink,
  ownRequest,
  renewLink,
  requireOwn,
  sendCopy,
} from "./link.service.ts";
import { readByLink } from "./view.service.ts";

const write = "served.write";
const made = z.object({ id: z.string() });
const numbered = z.object({ number: z.string() });
const at = "/api/v1/served-clients";
// The token travels in the body, so that no log of addresses keeps it.
const open = {
  method: "POST",
  permission: "public",
  ownTransaction: true,
  unkept: true,
  status: 200,
} as const;

/** A client sees its agreement once it is approved. */
const shownByLink: ReadonlySet<string> = new Set(["approved", "active", "ended"]);

/** Links that staff give and end. */
const ofStaff: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/clients/{id}/links",
    permission: write,
    summary: "Give somebody at a client a link to its page, by mail",
    status: 201,
    params: idParams,
    body: linkInput,
    response: made,
    handler: ({ tx, actor, params, body }) => giveLink(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/client-links", "end", {
    permission: write,
    summary: "End somebody's link to a client's page",
    response: made,
    handler: ({ tx, actor, params }) => endLink(tx, actor, params.id),
  }),
];

/** What somebody at a client does by the link. */
const byMail: readonly Endpoint[] = [
  endpoint({
    ...open,
    path: `${at}/look`,
    opensIn: "read_only",
    summary: "What the link of a client shows",
    body: byToken,
    response: clientView,
    handler: ({ app, body }) => readByLink(app, body.token),
  }),
  endpoint({
    ...open,
    path: `${at}/renew`,
    summary: "Have a new link mailed where one ended by its day",
    body: byToken,
    response: z.object({ sentTo: z.string() }),
    handler: ({ app, body }) => renewLink(app, body.token),
  }),
  endpoint({
    ...open,
    path: `${at}/request`,
    summary: "Ask for work by the link of a client",
    body: askedByLink,
    response: numbered,
    handler: ({ app, body: { token, ...asked } }) =>
      byLink(app, token, async (tx, of) => {
        const { link, client, actor } = of;
        const whole = { ...asked, clientId: client.id, askedBy: link.name, workOrderId: null };
        const { number, title, text } = await takeRequest(tx, actor, whole, true);
        await sendCopy(tx, of, { number, title, text });
        return { number };
      }),
  }),
  endpoint({
    ...open,
    path: `${at}/message`,
    summary: "Write about a request by the link of a client",
    body: writtenByLink,
    response: numbered,
    handler: ({ app, body: { token, requestId, text } }) =>
      byLink(app, token, async (tx, of) => {
        const { number, title } = await ownRequest(tx, of.client, requestId);
        const said = { side: "client", author: of.link.name, text } as const;
        await writeMessage(tx, of.actor, requestId, said);
        await sendCopy(tx, of, { number, title, text });
        return { number };
      }),
  }),
  endpoint({
    ...open,
    path: `${at}/dispute`,
    summary: "Say by the link of a client that a bill is not right",
    body: disputedByLink,
    response: numbered,
    handler: ({ app, body: { token, billId, reason } }) =>
      byLink(app, token, async (tx, of) => {
        const bill = await getRow(tx, servedBill, billId, "bill");
        requireOwn(bill, of.client, "bill");
        const said = { id: billId, reason: `${of.link.name}: ${reason}` };
        const { number } = await disputeBill(tx, asSystem(of.actor), said);
        await sendCopy(tx, of, { number, title: `Dispute of ${number}`, text: reason });
        return { number };
      }),
  }),
  endpoint({
    ...open,
    path: `${at}/sign`,
    summary: "Sign an approved agreement by the link of a client",
    body: signedByLink,
    response: numbered,
    handler: ({ app, body: { token, agreementId, name } }) =>
      byLink(app, token, async (tx, of) => {
        requireOwn(
          await getRow(tx, servedAgreement, agreementId, "agreement"),
          of.client,
          "agreement",
        );
        const signedOn = businessDate(tx.scope, of.actor.timeZone);
        const signer = `${name}, by the link of ${of.link.email}`.slice(0, 160);
        const said = { side: "client", signedOn, signer } as const;
        const { number, title } = await signAgreement(tx, of.actor, agreementId, said);
        const copied = { number, title, text: `Signed by ${name}.` };
        await sendCopy(tx, of, copied, [
          { maker: agreementPaperName, of: agreementId, name: `${number}.pdf` },
        ]);
        return { number };
      }),
  }),
  endpoint({
    ...open,
    path: `${at}/agreement`,
    opensIn: "read_only",
    summary: "An agreement as PDF, by the link of a client",
    body: agreementByLink,
    raw: true,
    handler: async ({ app, body: { token, agreementId }, reply }) => {
      const { number, html } = await byLink(app, token, async (tx, { client }) => {
        const row = await getRow(tx, servedAgreement, agreementId, "agreement");
        requireOwn(shownByLink.has(row.status) ? row : { clientId: "" }, client, "agreement");
        return agreementPaper(tx, agreementId);
      });
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
  endpoint({
    ...open,
    path: `${at}/bill`,
    opensIn: "read_only",
    summary: "A bill as PDF, by the link of a client",
    body: billByLink,
    raw: true,
    handler: async ({ app, body: { token, billId }, reply }) => {
      const { number, html } = await byLink(app, token, async (tx, { client }) => {
        const bill = await getRow(tx, servedBill, billId, "bill");
        requireOwn(bill.issuedOn ? bill : { clientId: "" }, client, "bill");
        return billPaper(tx, billId);
      });
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}.pdf"`)
        .send(await makePdf(html));
    },
  }),
];

export const linkEndpoints: readonly Endpoint[] = [...ofStaff, ...byMail];
