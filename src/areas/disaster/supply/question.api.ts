import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { names } from "#kernel/labels.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { answerEndpoints } from "#server/mail/answer-page.ts";
import { readToken } from "#server/mail/letter-link.ts";
import { supplyAnswers } from "./question.labels.ts";
import { answerQuestion, askedVendors, askVendors, questionOf } from "./question.service.ts";
import { askedVendorRow } from "./supply.model.ts";

const answers = names(supplyAnswers);
const why = "You opened this page by a link in a letter. Whoever has the link can answer for you.";

const asked = async (app: App, token: string) => {
  const { orgId, id } = readToken("supply-question", token);
  const db = app.database.read({ orgId, personId: null });
  const [question, names] = await Promise.all([questionOf(db, id), agencyNames(db, [orgId])]);
  return { orgId, question, agency: names.get(orgId) ?? "" };
};

// Which of the answers the portal leads to is for the vendor to say.
const choice = "which";
const paramsOf = z.object({
  token: z.string().min(20).max(200),
  answer: z.enum([...answers, choice]),
});

const links = answerEndpoints({
  path: "/api/v1/public/deliveries/{token}/{answer}",
  summary: "Say by the link of a letter whether you can deliver",
  params: paramsOf,
  why,
  page: async (app, { token, answer }) => {
    const { question, agency } = await asked(app, token);
    const title = "Can you deliver?";
    if (question.over) return { title, agency, paragraphs: ["This question is over."] };
    const open = `Open with ${question.vendor}: ${question.orders}.`;
    if (answer !== choice) return { title, agency, paragraphs: [open], ask: supplyAnswers[answer] };
    const at = `{origin}/api/v1/public/deliveries/${token}`;
    const ways = answers.map((each) => `${supplyAnswers[each]}:\n${at}/${each}`);
    return { title, agency, paragraphs: [open, ...ways] };
  },
  act: async (app, { token, answer }) => {
    const { orgId, question, agency } = await asked(app, token);
    if (answer === choice) throw invalidField("answer", "Choose one of the three answers.");
    const actor = systemActor(orgId, undefined, `${question.vendor}, by the mailed link`);
    await app.database.transaction(actor, (tx) => answerQuestion(tx, actor, question.id, answer));
    return {
      title: "Thank you",
      agency,
      paragraphs: [`We have written down: ${supplyAnswers[answer].toLowerCase()}.`],
    };
  },
});

/** Asking vendors inside a warning whether they can deliver, and what they say. */
export const questionEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/supply-questions",
    permission: "supply.read",
    summary: "Who was asked in the last thirty days whether it can deliver, and what it said",
    response: z.object({ items: z.array(askedVendorRow) }),
    handler: async ({ db }) => ({ items: await askedVendors(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/supply-questions",
    permission: "supply.ask",
    summary: "Ask every vendor inside a warning with open orders whether it can deliver",
    status: 201,
    response: z.object({ asked: z.number(), without: z.number() }),
    handler: ({ tx, actor }) => askVendors(tx, actor),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/supply-questions/{id}/answer",
    permission: "supply.ask",
    summary: "Write down what a vendor said on the phone",
    status: 200,
    params: idParams,
    body: z.object({ answer: z.enum(answers) }),
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params, body }) => answerQuestion(tx, actor, params.id, body.answer),
  }),
  ...links,
];
