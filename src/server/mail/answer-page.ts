import type { FastifyReply, FastifyRequest } from "fastify";
import type { z } from "zod";
import { Problem } from "#kernel/errors.ts";
import type { App } from "../app.ts";
import type { OpensIn } from "#kernel/agency-state.ts";
import { endpoint, type Endpoint } from "../http/endpoint.ts";
import { letterHtml } from "./letter-html.model.ts";

/** What somebody reads who pressed a link of a letter. */
export type AnswerPage = {
  title: string;
  paragraphs: readonly string[];
  agency: string | null;
  /** What the button says; without one there is nothing to do here. */
  ask?: string;
  /** Where the button sends to; else this address. */
  at?: string;
};

/**
 * A link of a letter that asks something: `page` is what it opens, `act` what its button does, and
 * what is read then.
 */
type Answer<P extends z.ZodType> = {
  path: string;
  summary: string;
  params: P;
  /** The last sentence: why there is such a page. */
  why: string;
  /** In which state of the agency its button still works (`kernel/agency-state.ts`). */
  opensIn?: OpensIn;
  page: (app: App, params: z.output<P>, request: FastifyRequest) => Promise<AnswerPage>;
  act: (app: App, params: z.output<P>, request: FastifyRequest) => Promise<AnswerPage>;
};

const policy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'";

const wantsPage = (request: FastifyRequest) =>
  request.headers.accept?.includes("text/html") ?? false;

type Exchange = { app: App; request: FastifyRequest; reply: FastifyReply };

const answerWith = async (
  { app, request, reply }: Exchange,
  why: string,
  work: () => Promise<AnswerPage>,
) => {
  const shown = await work().catch((error: unknown): AnswerPage => {
    if (!(error instanceof Problem) || !wantsPage(request)) throw error;
    reply.code(error.status);
    return { title: "This link does not work", paragraphs: [error.message], agency: null };
  });
  const ask = shown.ask ? { label: shown.ask, action: shown.at ?? request.url } : null;
  return reply
    .header("content-security-policy", policy)
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "no-store")
    .type("text/html; charset=utf-8")
    .send(
      letterHtml({
        subject: shown.title,
        paragraphs: shown.paragraphs,
        link: null,
        ask,
        agency: shown.agency,
        why,
        origin: app.config.origin,
      }),
    );
};

/**
 * Two endpoints of one address: reading it changes nothing, because mail scanners follow links; its
 * button, or the POST of a mail program (RFC 8058), acts. No script, nothing from outside.
 */
export const answerEndpoints = <P extends z.ZodType>({
  path,
  summary,
  params,
  why,
  opensIn,
  page,
  act,
}: Answer<P>): Endpoint[] => {
  const both = { path, permission: "public", tag: "letters", params, raw: true } as const;
  return [
    endpoint({
      ...both,
      method: "GET",
      summary: `${summary}: the page that asks`,
      handler: ({ app, params: given, request, reply }) =>
        answerWith({ app, request, reply }, why, () => page(app, given as z.output<P>, request)),
    }),
    endpoint({
      ...both,
      method: "POST",
      summary,
      ...(opensIn && { opensIn }),
      ownTransaction: true,
      form: true,
      handler: ({ app, params: given, request, reply }) =>
        answerWith({ app, request, reply }, why, () => act(app, given as z.output<P>, request)),
    }),
  ];
};
