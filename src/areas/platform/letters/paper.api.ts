import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { letterHtml } from "#server/mail/letter-html.model.ts";
import { fileOfLink, paperLinkPath } from "#server/mail/paper-link.ts";

/** People who press the link read a page; programs get the problem. */
const sayPlainly = (
  { config }: App,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
) => {
  if (!request.headers.accept?.includes("text/html")) throw problem;
  return reply
    .code(problem.status)
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
    .header("x-content-type-options", "nosniff")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      letterHtml({
        subject: "The paper of a letter",
        paragraphs: [problem.message],
        link: null,
        agency: null,
        why: "Links to papers of letters are good for 30 days.",
        origin: config.origin,
      }),
    );
};

/** Papers of letters by their links. */
export const letterPaperEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${paperLinkPath}/{secret}`,
    permission: "public",
    tag: "letters",
    summary: "A paper of a letter, by its link: good for 30 days, for this paper alone",
    params: z.object({ secret: z.string().regex(/^[\w-]{43}$/, "This is no link of a letter.") }),
    raw: true,
    handler: async ({ app, params, request, reply }) => {
      reply.header("referrer-policy", "no-referrer");
      try {
        const file = await fileOfLink(app.database, params.secret);
        return await sendFile(app.files, reply.header("cache-control", "private, no-store"), file);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return sayPlainly(app, request, reply, error);
      }
    },
  }),
];
