import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { letterHtml } from "#server/mail/letter-html.model.ts";
import { paperLinkPath, paperOfLink } from "#server/mail/paper-link.ts";

const gone = (code: string, message: string, status: number) =>
  new Problem(status === 503 ? "upstream" : "notFound", code, message, { status });

/**
 * The stored file of a link's secret. 404 for a link of none, 410 for one that has expired, 503
 * while the paper is still being made, and what `files.open` refuses: infected, waiting, lost.
 */
const fileOfLink = async ({ database }: App, secret: string) => {
  const paper = await paperOfLink(identityDb(database), secret);
  if (!paper)
    throw gone(
      "paper_link",
      "This link leads to nothing. Open it as it stands in the letter, or ask who sent the letter for the paper.",
      404,
    );
  if (paper.expired)
    throw gone(
      "paper_link_expired",
      "This link has expired. Ask who sent the letter for the paper.",
      410,
    );
  if (paper.state === "awaited")
    throw gone("paper_awaited", "This paper is still being made. Try again in a minute.", 503);
  if (paper.fileId === null)
    throw gone(
      "paper_failed",
      "This paper could not be made. Ask who sent the letter for it.",
      404,
    );
  const { sha256 } = await database
    .read({ orgId: paper.orgId, personId: null })
    .one<{ sha256: string }>(
      sql`select sha256 from stored_file where org_id = ${paper.orgId} and id = ${paper.fileId}`,
    );
  return { sha256, name: paper.name };
};

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
        const file = await fileOfLink(app, params.secret);
        return await sendFile(app.files, reply.header("cache-control", "private, no-store"), file);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return sayPlainly(app, request, reply, error);
      }
    },
  }),
];
