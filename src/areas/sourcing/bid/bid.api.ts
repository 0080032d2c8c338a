import { createReadStream } from "node:fs";
import { z } from "zod";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { notFound } from "#kernel/errors.ts";
import { instantField } from "#kernel/time-fields.ts";
import type { Instant } from "#kernel/time.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { auditKeys } from "#server/keys.ts";
import { sendFile } from "#server/files/send-file.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { tabulationRow, type TabulationRow } from "../opening/opening.model.ts";
import { bidsOf, deskOf } from "./bid-desk.service.ts";
import { bidDesk, mostEnvelopeBytes, sealingPlan, submitInput, vendorBidRow } from "./bid.model.ts";
import { receiptOf } from "./receipt.service.ts";
import { ownBid, storeCiphertext } from "./ciphertext.service.ts";
import { planSealing } from "./plan-sealing.service.ts";
import { submitBid, withdrawBid } from "./submit.service.ts";
import { bidWithdrawal } from "./withdrawal.service.ts";

const bids = "/api/v1/vendor/bids";
const verifier = new URL("../../../../bin/receipt-verify.mjs", import.meta.url);
const sealer = new URL("../../../../bin/bid-seal.mjs", import.meta.url);
const envelopeParams = idParams.extend({ envelope: z.enum(["bid", "technical", "price"]) });
const stored = z.object({ sha256: z.string(), size: z.number() });

/** The vendor's side of a bid. Nothing here is told to the agency before the opening. */
export const bidEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: bids,
    permission: "bid.read",
    summary: "The vendor's bids",
    response: z.object({ items: z.array(vendorBidRow) }),
    handler: async ({ app, actor }) => ({ items: await bidsOf(app.database, actor) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/vendor/solicitations/{id}/bid",
    permission: "bid.read",
    summary: "What the vendor needs to bid on a solicitation",
    params: idParams,
    response: bidDesk,
    handler: ({ app, actor, params }) => deskOf(app.database, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor/solicitations/{id}/bid",
    permission: "bid.submit",
    summary: "Name what a new revision is sealed to",
    params: idParams,
    response: sealingPlan,
    ownTransaction: true,
    handler: ({ app, actor, params }) => planSealing(app, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${bids}/{id}/envelopes/{envelope}`,
    permission: "bid.submit",
    summary: "Send the ciphertext of one envelope (application/octet-stream)",
    params: envelopeParams,
    response: stored,
    ownTransaction: true,
    bodyLimit: mostEnvelopeBytes,
    handler: ({ app, actor, params, request }) =>
      storeCiphertext(
        app,
        actor,
        params.id,
        params.envelope,
        request.body as unknown as NodeJS.ReadableStream as never,
      ),
  }),
  recordAct(bids, "submit", {
    permission: "bid.submit",
    summary: "Submit the sealed bid; a live one is replaced",
    body: submitInput,
    response: z.object({ id: z.string(), receivedAt: instantField, revision: z.number() }),
    ownTransaction: true,
    handler: ({ app, actor, params, body }) => submitBid(app, actor, params.id, body),
  }),
  recordAct(bids, "withdraw", {
    permission: "bid.submit",
    summary: "Withdraw before the deadline; nobody can read the bid from then on",
    response: z.object({ id: z.string() }),
    ownTransaction: true,
    handler: ({ app, actor, params }) => withdrawBid(app, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${bids}/{id}/receipt`,
    permission: "bid.read",
    summary: "The signed receipt of a bid",
    params: idParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      const { note, receipt } = await receiptOf(app, actor, params.id);
      return reply
        .type("text/plain; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="receipt-${receipt.solicitation.number}-${receipt.bid.revision}.txt"`,
        )
        .send(note);
    },
  }),
  endpoint({
    method: "GET",
    path: `${bids}/{id}/withdrawal-receipt`,
    permission: "bid.read",
    summary: "The signed receipt of a bid's withdrawal",
    params: idParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      const { note, receipt } = await bidWithdrawal(app, actor, params.id);
      return reply
        .type("text/plain; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="withdrawal-${receipt.solicitation.number}-${receipt.bid.revision}.txt"`,
        )
        .send(note);
    },
  }),
  endpoint({
    method: "GET",
    path: `${bids}/{id}/envelopes/{envelope}`,
    permission: "bid.read",
    summary: "The ciphertext that was received, as the receipt names it",
    params: envelopeParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      const sha256 = (await ownBid(app, actor, params.id)).envelopes.find(
        (each) => each.envelope === params.envelope,
      )?.sha256;
      if (!sha256) throw notFound("envelope");
      return sendFile(app.files, reply, { sha256, name: sha256 });
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/receipt-verify.mjs",
    permission: "public",
    summary: "The program that checks receipts and openings offline",
    raw: true,
    handler: async ({ reply }) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("content-disposition", 'attachment; filename="receipt-verify.mjs"')
        .send(createReadStream(verifier)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/bid-seal.mjs",
    permission: "public",
    summary: "The program that seals a bid without network",
    raw: true,
    handler: async ({ reply }) =>
      reply
        .type("text/javascript; charset=utf-8")
        .header("content-disposition", 'attachment; filename="bid-seal.mjs"')
        .send(createReadStream(sealer)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/ledger-key.txt",
    permission: "public",
    summary: "Public key of the audit ledgers, as the checking programs take it",
    raw: true,
    handler: async ({ reply }) =>
      reply
        .type("text/plain; charset=utf-8")
        .header("content-disposition", 'attachment; filename="levee-audit-key.txt"')
        .send(`${formatVerifierKey(auditKeys().verifier)}\n`),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/solicitations/{id}/tabulation",
    permission: "public",
    summary: "The published tabulations of a solicitation",
    params: idParams,
    response: z.object({
      items: z.array(
        z.object({ stage: z.string(), publishedAt: instantField, rows: z.array(tabulationRow) }),
      ),
    }),
    handler: async ({ app, params }) => ({
      items: await published(app.database).rows<{
        stage: string;
        publishedAt: Instant;
        rows: TabulationRow[];
      }>(sql`
        select stage, published_at, rows
        from bid_tabulation
        where solicitation_id = ${params.id}
        order by published_at
      `),
    }),
  }),
];
