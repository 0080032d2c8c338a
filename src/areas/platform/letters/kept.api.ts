import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { formatInstant } from "#kernel/dates.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { keptLetter, keptLetterPath, keptPaper } from "#server/mail/kept-letter.ts";
import { letterHtml } from "#server/mail/letter-html.model.ts";
import { readStored, withOrigin } from "#server/mail/letter.model.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";

const why = "This page opens for whoever has the link of the letter.";
const token = z.string().min(100).max(200);

const sendPage = (
  { config }: App,
  reply: FastifyReply,
  page: {
    subject: string;
    paragraphs: readonly string[];
    link?: { label: string; href: string } | null;
    agency: string | null;
  },
) =>
  reply
    .header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'")
    .header("x-content-type-options", "nosniff")
    .header("referrer-policy", "no-referrer")
    .header("cache-control", "private, no-store")
    .type("text/html; charset=utf-8")
    .send(letterHtml({ link: null, ...page, why, origin: config.origin }));

// People who press the link read a page; programs get the problem.
const orSayPlainly = async (
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<unknown>,
) => {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || !request.headers.accept?.includes("text/html")) throw error;
    const paragraphs = [
      error.message,
      "Open the link as it stands in the letter, or ask the agency.",
    ];
    return sendPage(app, reply.code(error.status), {
      subject: "This link does not work",
      paragraphs,
      agency: null,
    });
  }
};

const showLetter = async (app: App, given: string, reply: FastifyReply) => {
  const { letter, papers } = await keptLetter(app, given);
  const { name, timeZone } = await readOrganization(
    app.database.read({ orgId: letter.orgId, personId: null }),
  );
  const { origin } = app.config;
  const { paragraphs, label } = readStored(letter.bodyText, letter.link);
  const written = `Written on ${formatInstant(letter.createdAt, timeZone)} to ${letter.toAddress}.`;
  return sendPage(app, reply, {
    subject: letter.subject,
    paragraphs: [
      written,
      // Whoever reads this has found the link.
      ...paragraphs
        .filter((text) => !text.includes(keptLetterPath))
        .map((text) => withOrigin(text, origin)),
      ...papers
        .filter(({ state }) => state !== "failed")
        .map((each) => `${each.name}: ${origin}${keptLetterPath}/${given}/papers/${each.position}`),
    ],
    link: label === null ? null : { label, href: withOrigin(letter.link!, origin) },
    agency: name,
  });
};

/** What somebody outside keeps of their process, by the link of its letter. */
export const keptLetterEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${keptLetterPath}/{token}`,
    permission: "public",
    tag: "letters",
    summary: "A receipt, decision or remittance again, by the link of its letter",
    params: z.object({ token }),
    raw: true,
    handler: ({ app, params, request, reply }) =>
      orSayPlainly(app, request, reply, () => showLetter(app, params.token, reply)),
  }),
  endpoint({
    method: "GET",
    path: `${keptLetterPath}/{token}/papers/{position}`,
    permission: "public",
    tag: "letters",
    summary: "What was enclosed with such a letter",
    params: z.object({ token, position: z.coerce.number().int().min(0).max(50) }),
    raw: true,
    handler: ({ app, params, request, reply }) =>
      orSayPlainly(app, request, reply, async () => {
        const file = await keptPaper(app, params.token, params.position);
        reply.header("referrer-policy", "no-referrer").header("cache-control", "private, no-store");
        return sendFile(app.files, reply, file);
      }),
  }),
];
