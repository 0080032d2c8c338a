import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { endpoint, type Endpoint } from "../http/endpoint.ts";
import { composed } from "./compose.ts";
import { letterKinds, whyOfKind } from "./letter-kinds.ts";
import { written, type Words } from "./letter.model.ts";

const agency = { name: "Gulfside", timeZone: "America/Chicago" };
const notice: Words = {
  subject: "REQ-2027-00114 waits for your decision",
  paragraphs: ["Stone for the shoulder of County Road 9, $1,000.00."],
  link: { label: "Open it in Levee", href: "/approvals-inbox" },
};

/** Every letter of the product, written of its sample, by number; the last is a copy of a notice. */
export const sampleLetters = (): readonly { id: string; kind: string; words: Words }[] => [
  ...letterKinds().map(({ kind, sample }, at) => ({ id: String(at), kind, words: sample() })),
  { id: "notice", kind: "notice", words: notice },
];

/** A sample as it would go out; `scheme` shows it as readers with a light or dark screen see it. */
export const sampleMessage = (
  sample: { kind: string; words: Words },
  origin: string,
  scheme: "light" | "dark" = "light",
) => {
  const { subject, text, href } = written(sample.words);
  const ofAgency = sample.kind === "notice" || whyOfKind(sample.kind)?.includes("{agency}");
  return composed(
    {
      id: "sample",
      orgId: "sample",
      kind: sample.kind,
      toAddress: "reader@example.gov",
      subject,
      bodyText: text,
      link: href,
      replyTo: null,
      notice: sample.kind === "notice",
      appointment: null,
      linksOnly: false,
      unsubscribe: null,
      attempts: 0,
      patient: false,
    },
    {
      from: "Levee <no-reply@levee.test>",
      origin,
      agency: ofAgency ? agency : null,
      sentences: [],
      scheme,
    },
  );
};

const sampleOf = (id: string) => {
  const sample = sampleLetters().find((each) => each.id === id);
  if (!sample) throw notFound("letter");
  return sample;
};

/** The letters of the workbench; mounted with LEVEE_DEV=on only. */
export const letterPreviewEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/dev/letters",
    permission: "public",
    tag: "workbench",
    summary: "Every letter with sample content, as plain text",
    response: z.object({
      items: z.array(
        z.object({ id: z.string(), kind: z.string(), subject: z.string(), text: z.string() }),
      ),
    }),
    handler: async ({ app }) => ({
      items: sampleLetters().map((sample) => {
        const { subject, text } = sampleMessage(sample, app.config.origin);
        return { id: sample.id, kind: sample.kind, subject: subject!, text: String(text) };
      }),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/dev/letters/{id}/html",
    permission: "public",
    tag: "workbench",
    summary: "A letter with sample content, as its reader sees it",
    params: z.object({ id: z.string().max(20) }),
    query: z.object({ scheme: z.enum(["light", "dark"]).default("light") }),
    raw: true,
    handler: async ({ app, params, query, reply }) =>
      reply
        .header(
          "content-security-policy",
          "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
        )
        .header("x-content-type-options", "nosniff")
        .type("text/html; charset=utf-8")
        .send(sampleMessage(sampleOf(params.id), app.config.origin, query.scheme).html),
  }),
];
