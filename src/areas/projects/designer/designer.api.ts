import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { brokenLink } from "#kernel/errors.ts";
import { limitFormFile, limitPublicForm } from "#areas/identity/identity.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sendFile } from "#server/files/send-file.ts";
import { oneFile } from "#server/files/upload.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { answerByLink, lookByLink } from "./answer.service.ts";
import { linkLimits } from "./designer.limits.ts";
import { designerAnswer, designerView } from "./designer.model.ts";
import { fileByLink, keepByLink } from "./file.service.ts";

const token = z.string().min(80).max(200);
const path = "/api/v1/designer-answers";
// The token travels in the body, so that no log of addresses keeps it.
const byLink = {
  method: "POST",
  permission: "public",
  ownTransaction: true,
  unkept: true,
  status: 200,
} as const;

// The token stands before the file in the same form.
const readUpload = async (request: FastifyRequest) => {
  const part = await oneFile(request, "Choose a file.", {
    fileSize: linkLimits.megabytes * 1024 * 1024 + 1,
    fields: 2,
    fieldSize: 300,
  });
  const said = part.fields["token"];
  const read = token.safeParse(said && "value" in said ? said.value : null);
  if (read.success) return { link: read.data, part };
  part.leave();
  throw brokenLink();
};

/** Questions and submittals as designers outside answer them by the link of a letter. */
export const designerEndpoints: readonly Endpoint[] = [
  endpoint({
    ...byLink,
    path: `${path}/look`,
    opensIn: "read_only",
    summary: "The one question or submittal that a designer's link is for",
    body: z.object({ token }),
    response: designerView,
    handler: ({ app, body }) => lookByLink(app, body.token),
  }),
  endpoint({
    ...byLink,
    path: `${path}/file`,
    opensIn: "read_only",
    summary: "A file of what a designer's link is for",
    body: z.object({ token, fileId: z.uuid() }),
    raw: true,
    handler: async ({ app, body, reply }) =>
      sendFile(app.files, reply, await fileByLink(app, body.token, body.fileId)),
  }),
  endpoint({
    ...byLink,
    path: `${path}/files`,
    summary: "Upload a file for the answer of a designer's link (multipart: token, then file)",
    status: 201,
    response: z.object({ id: z.string() }),
    handler: async ({ app, request }) => {
      await limitFormFile(identityDb(app.database), addressForLimits(request.ip));
      const { link, part } = await readUpload(request);
      return keepByLink(app, link, part);
    },
  }),
  endpoint({
    ...byLink,
    path: `${path}/give`,
    summary: "Answer by a designer's link, or correct the answer until it is taken over",
    body: designerAnswer.extend({ token }),
    response: z.object({ version: z.number() }),
    handler: async ({ app, request, body: { token: link, ...given } }) => {
      await limitPublicForm(identityDb(app.database), `designer:${addressForLimits(request.ip)}`);
      return answerByLink(app, link, given);
    },
  }),
];
