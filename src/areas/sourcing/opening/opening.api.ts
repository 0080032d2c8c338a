import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { sendFile } from "#server/files/send-file.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { sealScope } from "../bid/under-seal.service.ts";
import { handOver, placeOf, sharesToHandOver } from "./handover.service.ts";
import {
  keysOf,
  registerEscrow,
  registerKey,
  retireKey,
  rewrapKey,
} from "./officer-key.service.ts";
import {
  nameOfficers,
  rehearsalShares,
  rehearsalState as stateOfRehearsal,
  rehearse,
} from "./officer.service.ts";
import { openStageJob } from "./opening.jobs.ts";
import {
  escrowInput,
  givenShares,
  handoverInput,
  myOfficerKeys,
  officerKeyInput,
  officersInput,
  openingState as openingShape,
  rehearsalState,
  rewrapInput,
  sealedShares,
  stages,
} from "./opening.model.ts";
import { giveShares, joinOpening, openingState, sharesToOpen } from "./opening.service.ts";
import { publishTabulation } from "./open-stage.service.ts";
import { isOpenedCiphertext, transcriptOf } from "./transcript.service.ts";

const keys = "/api/v1/officer-keys";
const base = "/api/v1/solicitations/{id}";
const made = z.object({ id: z.string() });
const keyQuery = z.object({ keyId: z.uuid() });

const keyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: keys,
    permission: "bid.open",
    summary: "Keys that open bids, and your own with its wrapped half",
    response: myOfficerKeys,
    handler: ({ db, actor }) => keysOf(db, actor),
  }),
  endpoint({
    method: "POST",
    path: keys,
    permission: "bid.open",
    summary: "Register the key that your browser made",
    body: officerKeyInput,
    response: made,
    handler: ({ tx, actor, body }) => registerKey(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: `${keys}/escrow`,
    permission: "bid.open",
    summary: "Register an offline escrow key",
    body: escrowInput,
    response: made,
    handler: ({ tx, actor, body }) => registerEscrow(tx, actor, body),
  }),
  recordAct(keys, "rewrap", {
    permission: "bid.open",
    summary: "Keep your key under another passphrase",
    body: rewrapInput,
    response: made,
    handler: ({ tx, actor, params, body }) => rewrapKey(tx, actor, params.id, body.wrapped),
  }),
  recordAct(keys, "retire", {
    permission: "bid.open",
    summary: "Take a key out of use",
    response: made,
    handler: ({ tx, actor, params }) => retireKey(tx, actor, params.id),
  }),
];

const rehearsalEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${base}/rehearsal`,
    permission: "solicitation.read",
    summary: "Who opens the bids, and how far the rehearsal is",
    params: idParams,
    response: rehearsalState,
    handler: ({ db, params }) => stateOfRehearsal(db, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${base}/officers`,
    permission: "solicitation.edit",
    summary: "Name who opens the bids; begins the rehearsal",
    params: idParams,
    body: officersInput,
    response: rehearsalState,
    handler: ({ tx, actor, params, body }) => nameOfficers(tx, actor, params.id, body.keyIds),
  }),
  endpoint({
    method: "GET",
    path: `${base}/rehearsal/shares`,
    permission: "bid.open",
    summary: "The test envelope's share for a key",
    params: idParams,
    query: keyQuery,
    response: sealedShares,
    handler: ({ db, params, query }) => rehearsalShares(db, params.id, query.keyId),
  }),
  endpoint({
    method: "POST",
    path: `${base}/rehearsal/shares`,
    permission: "bid.open",
    summary: "Show that your key opens the test envelope",
    params: idParams,
    body: z.object({ keyId: z.uuid(), bytes: z.string().max(100) }),
    response: rehearsalState,
    status: 200,
    handler: ({ tx, actor, params, body }) =>
      rehearse(tx, actor, params.id, body.keyId, body.bytes),
  }),
  endpoint({
    method: "GET",
    path: `${base}/handover`,
    permission: "bid.open",
    summary: "Shares under your key, to be sealed anew for a successor",
    params: idParams,
    query: keyQuery,
    response: sealedShares,
    handler: async ({ app, actor, params, query }) => {
      const db = app.database.read(sealScope(actor.orgId!, actor));
      return sharesToHandOver(db, params.id, await placeOf(db, actor, params.id, query.keyId));
    },
  }),
  endpoint({
    method: "POST",
    path: `${base}/handover`,
    permission: "bid.open",
    summary: "Hand your place over to a successor",
    params: idParams,
    query: keyQuery,
    body: handoverInput,
    response: z.object({ x: z.number() }),
    status: 200,
    ownTransaction: true,
    bodyLimit: 4 * 1024 * 1024,
    handler: ({ app, actor, params, query, body }) =>
      handOver(app.database, actor, params.id, query.keyId, body),
  }),
];

const sittingEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${base}/opening`,
    permission: "solicitation.read",
    summary: "The opening as it stands",
    params: idParams,
    response: openingShape,
    handler: ({ app, actor, params }) => openingState(app.database, actor, params.id),
  }),
  actAt(`${base}/opening`, "join", {
    permission: "bid.open",
    summary: "Take part in the opening",
    params: idParams,
    response: made,
    ownTransaction: true,
    handler: ({ app, actor, params }) => joinOpening(app.database, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${base}/opening/shares`,
    permission: "bid.open",
    summary: "Sealed shares under your key",
    params: idParams,
    query: keyQuery,
    response: sealedShares,
    handler: ({ app, actor, params, query }) =>
      sharesToOpen(app.database, actor, params.id, query.keyId),
  }),
  endpoint({
    method: "POST",
    path: `${base}/opening/shares`,
    permission: "bid.open",
    summary: "Give the shares that you opened",
    params: idParams,
    body: givenShares,
    response: z.object({ taken: z.number(), wrong: z.number() }),
    status: 200,
    ownTransaction: true,
    handler: ({ app, actor, params, body }) =>
      giveShares(app.database, actor, params.id, body.keyId, body.shares),
  }),
  actAt(`${base}/opening`, "open", {
    permission: "bid.open",
    summary: "Open the envelopes; `lost` gives up those whose part the key store has lost for good",
    params: idParams,
    body: z.object({ lost: z.boolean().default(false) }).nullish(),
    response: z.object({ jobId: z.string() }),
    handler: ({ tx, actor, app, params, body }) =>
      openStageJob.ask(tx, app, actor, params.id, body?.lost ?? false),
  }),
  actAt(`${base}/opening`, "publish-tabulation", {
    permission: "bid.open",
    summary: "Publish the tabulation",
    params: idParams,
    response: made,
    handler: ({ tx, actor, params }) => publishTabulation(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${base}/opening/{stage}/transcript`,
    permission: "bid.open",
    summary: "The transcript of a finished opening, for offline verification",
    params: idParams.extend({ stage: z.enum(stages) }),
    raw: true,
    handler: async ({ app, actor, params, reply }) =>
      reply
        .type("application/json; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="opening-${params.stage}-${params.id.slice(-6)}.json"`,
        )
        .send(JSON.stringify(await transcriptOf(app.database, actor, params.id, params.stage))),
  }),
  endpoint({
    method: "GET",
    path: `${base}/opening/ciphertexts/{sha256}`,
    permission: "bid.open",
    summary: "The ciphertext of an opened envelope",
    params: idParams.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      if (!(await isOpenedCiphertext(app.database, actor, params.id, params.sha256)))
        throw notFound("ciphertext");
      return sendFile(app.files, reply, { sha256: params.sha256, name: params.sha256 });
    },
  }),
];

export const openingEndpoints: readonly Endpoint[] = [
  ...keyEndpoints,
  ...rehearsalEndpoints,
  ...sittingEndpoints,
];
