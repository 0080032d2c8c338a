import { z } from "zod";
import { notAllowed } from "#kernel/errors.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sendFile } from "#server/files/send-file.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { signatureNoun } from "./signature.noun.ts";
import { assertProved, kickMail } from "#areas/identity/identity.server.ts";
import { authorityInput, authorityRow } from "./authority.model.ts";
import { addAuthority, authorityList, revokeAuthority } from "./authority.service.ts";
import { resendLink, voidRequest } from "./keeping.service.ts";
import { linkEndpoints } from "./link.api.ts";
import { portalSignatureEndpoints } from "./portal.api.ts";
import { askForSignatures } from "./request.service.ts";
import {
  askChoices,
  askInput,
  declineInput,
  signatureDetail,
  signatureState,
  signInput,
  voidInput,
} from "./signature.model.ts";
import {
  choicesFor,
  documentOf,
  readSignature,
  resultOf,
  signaturesOfRecord,
} from "./signature.read.service.ts";
import { decline, memberHand, sign } from "./signing.service.ts";

const path = "/api/v1/signature-requests";
const authorities = "/api/v1/signing-authorities";
const source = z.object({ sourceType: z.string().min(1).max(60), sourceId: z.uuid() });

const register: readonly Endpoint[] = [
  ...listEndpoints(authorities, "signature.read", authorityList, authorityRow),
  endpoint({
    method: "POST",
    path: authorities,
    permission: "signature.authority",
    summary: "Enter who may sign what for the agency; nobody enters their own",
    body: authorityInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, body }) => addAuthority(tx, actor, body),
  }),
  recordAct(authorities, "revoke", {
    permission: "signature.authority",
    summary: "Revoke an authority to sign; signatures given under it stay",
    body: voidInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      revokeAuthority(tx, actor, params.id, body.reason, ifMatch),
  }),
];

const asking: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/signature-choices",
    permission: "signature.ask",
    summary: "Who could sign a record for the agency today",
    query: source,
    response: askChoices,
    handler: ({ db, actor, query }) => choicesFor(db, actor, query),
  }),
  endpoint({
    method: "GET",
    path,
    permission: "signature.read",
    summary: "Signatures asked for under a record, newest first",
    query: source,
    response: z.object({ items: z.array(signatureDetail) }),
    handler: async ({ db, actor, query }) => ({
      items: await signaturesOfRecord(db, actor, query),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "signature.ask",
    summary: "Ask for signatures under a record: its PDF is made and its signers are asked",
    body: askInput,
    response: signatureState,
    ownTransaction: true,
    handler: ({ app, actor, body, ifMatch }) => askForSignatures(app, actor, body, ifMatch),
  }),
  ...stepEndpoints(signatureNoun, {
    void: {
      summary: "Void a request for signatures; those given so far do not count",
      body: voidInput,
      permission: "signature.ask",
      response: signatureState,
      handler: ({ app, tx, actor, params, body, ifMatch }) => {
        tx.afterCommit(() => kickMail(app));
        return voidRequest(tx, actor, params.id, { reason: body.reason, version: ifMatch });
      },
    },
    decline: {
      summary: "Decline to sign, with a reason: the request ends",
      body: declineInput,
      permission: "signature.sign",
      response: signatureState,
      handler: ({ app, tx, actor, params, body, request }) => {
        tx.afterCommit(() => kickMail(app));
        return decline(tx, actor, params.id, memberHand(actor, request.ip), body);
      },
    },
  }),
  actAt(`${path}/{id}/signers/{signerId}`, "send-link", {
    permission: "signature.ask",
    summary: "Send a signer outside a new letter; the link before ends",
    params: z.object({ id: z.uuid(), signerId: z.uuid() }),
    body: z.object({}),
    response: signatureState,
    handler: ({ app, tx, actor, params }) => {
      tx.afterCommit(() => kickMail(app));
      return resendLink(tx, actor, params);
    },
  }),
];

const signing: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "signature.read",
    summary: "A request for signatures, for its signers and whoever may read its record",
    params: idParams,
    response: signatureDetail,
    handler: ({ db, actor, params }) => readSignature(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/document`,
    permission: "signature.read",
    summary: "The exact bytes that are signed, as PDF",
    params: idParams,
    raw: true,
    handler: async ({ app, db, actor, params, reply }) =>
      sendFile(app.files, reply, await documentOf(db, actor, params.id)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/certificate`,
    permission: "signature.read",
    summary: "The signed document with its certificate, as PDF",
    params: idParams,
    raw: true,
    handler: async ({ app, db, actor, params, reply }) =>
      sendFile(app.files, reply, await resultOf(db, actor, params.id)),
  }),
  recordAct(path, "sign", {
    permission: "signature.sign",
    summary: "Sign for the agency; after a proof that it is you (/auth/v1/proof)",
    body: signInput,
    response: signatureState,
    handler: async ({ app, tx, actor, params, body, request }) => {
      if (actor.kind !== "member") throw notAllowed();
      await assertProved(identityDb(app.database), actor);
      tx.afterCommit(() => kickMail(app));
      return sign({ app, tx, actor }, params.id, memberHand(actor, request.ip), body);
    },
  }),
];

export const signatureEndpoints: readonly Endpoint[] = [
  ...register,
  ...asking,
  ...signing,
  ...portalSignatureEndpoints,
  ...linkEndpoints,
];
