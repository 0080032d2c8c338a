import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { App } from "#server/app.ts";
import type { Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { answerEndpoints, type AnswerPage } from "#server/mail/answer-page.ts";
import { publicForm } from "../form.service.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import { bulletinInput, bulletinRow } from "./bulletin.model.ts";
import { answerBulletin, bulletinList, subscribe } from "./bulletin.service.ts";

const params = z.object({ token: z.string().min(20).max(100) });
// Letters of the time before said how to end it by a query.
const endsByOldLink = (request: FastifyRequest) =>
  (request.query as { end?: unknown }).end === "true";
const why = "You opened this page by a link in a letter of the bulletin.";

/** Confirms or ends; gives the agency's name. */
const answered = async (app: App, token: string, end: boolean): Promise<string> => {
  const host = await hostAgency(app);
  const actor = visitorIn(host);
  await app.database.transaction(actor, (tx) => answerBulletin(tx, actor, host, token, end));
  return host.name;
};

const ending = (agency: string): AnswerPage => ({
  title: "End the bulletin",
  paragraphs: [`${agency} sends you no more solicitations.`],
  agency,
  ask: "End it",
});

export const bulletinEndpoints: Endpoint[] = [
  publicForm({
    path: "/api/v1/public/bulletin",
    summary: "Hear of new solicitations by mail",
    body: bulletinInput,
    message: "We wrote to you. Open the link in the letter and press its button to begin.",
    store: ({ tx, actor, host, body }) => subscribe(tx, actor, host, body),
  }),
  ...answerEndpoints({
    path: "/api/v1/public/bulletin/{token}",
    summary: "Confirm the bulletin by the token of its letter",
    params,
    why,
    page: async (app, { token }, request) => {
      const { name: agency } = await hostAgency(app);
      if (endsByOldLink(request))
        return { ...ending(agency), at: `/api/v1/public/bulletin/${token}/end` };
      return {
        title: "Confirm the bulletin",
        paragraphs: [`${agency} writes to you when a solicitation is published that fits.`],
        agency,
        ask: "Yes, send it to me",
      };
    },
    act: async (app, { token }) => {
      const agency = await answered(app, token, false);
      return {
        title: "The bulletin begins",
        paragraphs: [
          "The next solicitation that fits comes by mail. Each letter says how to end it.",
        ],
        agency,
      };
    },
  }),
  ...answerEndpoints({
    path: "/api/v1/public/bulletin/{token}/end",
    opensIn: "suspended",
    summary: "End the bulletin by the token of a letter of it",
    params,
    why,
    page: async (app) => ending((await hostAgency(app)).name),
    act: async (app, { token }) => {
      const agency = await answered(app, token, true);
      return { title: "The bulletin ended", paragraphs: ["Nothing more is sent."], agency };
    },
  }),
  ...listEndpoints("/api/v1/bulletin-subscribers", "inquiry.read", bulletinList, bulletinRow),
];
