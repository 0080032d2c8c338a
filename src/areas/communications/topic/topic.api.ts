import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { answerEndpoints, type AnswerPage } from "#server/mail/answer-page.ts";
import { publicForm } from "#areas/engagement/engagement.server.ts";
import { agencyNames } from "#areas/organization/organization.server.ts";
import { readToken } from "#server/mail/letter-link.ts";
import { subscriptionInput, topicChange, topicInput, topicRow } from "./topic.model.ts";
import {
  addTopic,
  askForTopics,
  changeTopic,
  settleSubscription,
  topicList,
} from "./topic.service.ts";

const params = z.object({ token: z.string().min(20).max(200) });
const why = "You opened this page by a link in a letter about notices.";

const agencyOf = async (app: App, token: string): Promise<string> => {
  const { orgId } = readToken("notice-subscription", token);
  const db = app.database.read({ orgId, personId: null });
  return (await agencyNames(db, [orgId])).get(orgId) ?? "";
};

const settle = async (app: App, token: string, end: boolean): Promise<string> => {
  const { orgId, id } = readToken("notice-subscription", token);
  const actor = systemActor(orgId, undefined, "Public site");
  await app.database.transaction(actor, (tx) => settleSubscription(tx, actor, id, end));
  return agencyOf(app, token);
};

const confirming = (agency: string): AnswerPage => ({
  title: "Confirm the notices",
  paragraphs: [`${agency} writes to you when there is something to say about what you asked for.`],
  agency,
  ask: "Yes, send them to me",
});
const ending = (agency: string): AnswerPage => ({
  title: "End the notices",
  paragraphs: [`${agency} sends you no more notices.`],
  agency,
  ask: "End them",
});

/** Topics of an agency, and who of the public hears of them. */
export const topicEndpoints: readonly Endpoint[] = [
  ...listEndpoints("/api/v1/notice-topics", "notice.read", topicList, topicRow),
  endpoint({
    method: "POST",
    path: "/api/v1/notice-topics",
    permission: "notice.write",
    summary: "Add a topic that people of the public may ask for",
    status: 201,
    body: topicInput,
    response: topicRow,
    handler: ({ tx, actor, body }) => addTopic(tx, actor, body),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/notice-topics/{id}",
    permission: "notice.write",
    summary: "Change a topic, or take it out of use",
    params: idParams,
    body: topicChange,
    response: topicRow,
    handler: ({ tx, actor, params: { id }, body, ifMatch }) =>
      changeTopic(tx, actor, id, body, ifMatch),
  }),
  publicForm({
    path: "/api/v1/public/notice-subscriptions",
    summary: "Hear of an agency's notices by mail",
    body: subscriptionInput,
    message: "We wrote to you. Open the link in the letter and press its button to begin.",
    store: ({ tx, actor, body }) => askForTopics(tx, actor, body),
  }),
  ...answerEndpoints({
    path: "/api/v1/public/notice-subscriptions/{token}",
    summary: "Confirm notices by the link of the letter",
    params,
    why,
    page: async (app, { token }) => confirming(await agencyOf(app, token)),
    act: async (app, { token }) => ({
      title: "The notices begin",
      paragraphs: ["The next one comes by mail. Each letter says how to end them."],
      agency: await settle(app, token, false),
    }),
  }),
  ...answerEndpoints({
    path: "/api/v1/public/notice-subscriptions/{token}/end",
    opensIn: "suspended",
    summary: "End notices by the link of a letter",
    params,
    why,
    page: async (app, { token }) => ending(await agencyOf(app, token)),
    act: async (app, { token }) => ({
      title: "The notices ended",
      paragraphs: ["Nothing more is sent."],
      agency: await settle(app, token, true),
    }),
  }),
];
