import { z } from "zod";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { limitSensitive } from "#areas/identity/identity.server.ts";
import {
  declineByLink,
  documentByLink,
  lookAtLink,
  openWithCode,
  sendCode,
  signByLink,
} from "./link.service.ts";
import { declineInput, outsideView, signInput } from "./signature.model.ts";

const root = "/api/v1/signature-links";
const token = z.string().min(80).max(200);
const passed = { token, pass: z.string().min(20).max(100) };
// The token travels in the body, so that no log of addresses keeps it.
const common = { permission: "public", ownTransaction: true, unkept: true, status: 200 } as const;
const done = z.object({ status: z.string() });

/** Signing without an account: a link, then a code to the same address, then the document. */
export const linkEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/look`,
    opensIn: "read_only",
    summary: "Who asks for your signature, by the link that you were sent",
    body: z.object({ token }),
    response: outsideView,
    handler: ({ app, body }) => lookAtLink(app, body.token),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/code`,
    opensIn: "read_only",
    summary: "Have a code sent to the address of the link",
    body: z.object({ token }),
    response: z.object({ sentTo: z.string() }),
    handler: async ({ app, body, request }) => {
      await limitSensitive(identityDb(app.database), `signature-code:${request.ip}`);
      return sendCode(app, body.token);
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/open`,
    opensIn: "read_only",
    summary: "Give the code; five wrong ones end the link",
    body: z.object({
      token,
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, "Enter the six digits."),
    }),
    response: z.object({ pass: z.string() }),
    handler: ({ app, body }) => openWithCode(app, body.token, body.code),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/document`,
    opensIn: "read_only",
    summary: "What you are asked to sign, and once all have signed the signed document, as PDF",
    body: z.object(passed),
    raw: true,
    handler: async ({ app, body, reply }) =>
      sendFile(app.files, reply, await documentByLink(app, body)),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/sign`,
    summary: "Sign by a link and its code; the link ends with it",
    body: signInput.extend(passed),
    response: done,
    handler: ({ app, body: { token: link, pass, ...given }, request }) =>
      signByLink(app, { token: link, pass }, request.ip, given),
  }),
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/decline`,
    summary: "Decline to sign by a link and its code, with a reason",
    body: declineInput.extend(passed),
    response: done,
    handler: ({ app, body: { token: link, pass, reason }, request }) =>
      declineByLink(app, { token: link, pass }, request.ip, reason),
  }),
];
