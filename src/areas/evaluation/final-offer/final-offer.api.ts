import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { extendInput, openAnywayInput } from "#areas/sourcing/sourcing.public.ts";
import { askFinalOffers, endFinalOffers } from "./ask.service.ts";
import {
  askInput,
  endRoundInput,
  mostOfferBytes,
  offerDesk,
  ownOfferRow,
  submitOfferInput,
} from "./final-offer.model.ts";
import { offerDeskOf, ownOffers } from "./offer-desk.service.ts";
import { extendRound, openRoundAnyway } from "./round-outage.service.ts";
import { submitOffer } from "./submit-offer.service.ts";
import { offerWithdrawal, withdrawOffer } from "./withdraw-offer.service.ts";

const evaluations = "/api/v1/evaluations/{id}";
const own = "/api/v1/vendor/final-offers";

/** Best and final offers: the chair asks and takes back, the vendor answers under seal. */
export const finalOfferEndpoints: readonly Endpoint[] = [
  actAt(evaluations, "ask-final-offers", {
    permission: "evaluation.score",
    summary: "Ask bidders for best and final offers until an instant",
    params: idParams,
    body: askInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => askFinalOffers(tx, actor, params.id, body),
  }),
  actAt(`${evaluations}/final-offers/{roundId}`, "end", {
    permission: "evaluation.score",
    summary: "Take the request for final offers back",
    params: idParams.extend({ roundId: z.uuid() }),
    body: endRoundInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) =>
      endFinalOffers(tx, actor, params.id, params.roundId, body.reason),
  }),
  actAt(`${evaluations}/final-offers/{roundId}/outage`, "extend", {
    permission: "evaluation.score",
    summary: "Extend a round of final offers before which nobody could reach Levee",
    params: idParams.extend({ roundId: z.uuid() }),
    body: extendInput,
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body }) => {
      await extendRound(tx, actor, params.id, params.roundId, body);
      return { id: params.roundId };
    },
  }),
  actAt(`${evaluations}/final-offers/{roundId}/outage`, "open", {
    permission: "evaluation.score",
    summary: "Have final offers opened although nobody could reach Levee before they were due",
    params: idParams.extend({ roundId: z.uuid() }),
    body: openAnywayInput,
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body }) => {
      await openRoundAnyway(tx, actor, params.id, params.roundId, body);
      return { id: params.roundId };
    },
  }),
  endpoint({
    method: "GET",
    path: own,
    permission: "bid.read",
    summary: "Final offers that agencies ask this vendor for",
    response: z.object({ items: z.array(ownOfferRow) }),
    handler: async ({ app, actor }) => ({ items: await ownOffers(app.database, actor) }),
  }),
  endpoint({
    method: "GET",
    path: `${own}/{id}`,
    permission: "bid.read",
    summary: "What the vendor needs to make its final offer",
    params: idParams,
    response: offerDesk,
    handler: ({ app, actor, params }) => offerDeskOf(app.database, actor, params.id),
  }),
  recordAct(own, "submit", {
    permission: "bid.submit",
    summary: "Submit the sealed final offer; an earlier one is replaced",
    body: submitOfferInput,
    response: z.object({ id: z.string(), revision: z.number(), receivedAt: instantField }),
    ownTransaction: true,
    bodyLimit: mostOfferBytes,
    handler: ({ app, actor, params, body }) => submitOffer(app, actor, params.id, body),
  }),
  recordAct(own, "withdraw", {
    permission: "bid.submit",
    summary: "Take the final offer back before the due instant; nobody can read it from then on",
    response: z.object({ id: z.string(), withdrawnAt: instantField }),
    ownTransaction: true,
    handler: ({ app, actor, params }) => withdrawOffer(app, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${own}/{id}/withdrawal-receipt`,
    permission: "bid.read",
    summary: "The signed receipt of the last withdrawal",
    params: idParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      const {
        note,
        receipt: { solicitation, bid },
      } = await offerWithdrawal(app, actor, params.id);
      return reply
        .type("text/plain; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="withdrawal-${solicitation.number}-final-${bid.round}-${bid.revision}.txt"`,
        )
        .send(note);
    },
  }),
];
