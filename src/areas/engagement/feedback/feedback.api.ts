import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { notFound } from "#kernel/errors.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { actionsFor } from "#server/lifecycle.ts";
import { hostAgency } from "../host.service.ts";
import { feedbackCycle, feedbackTypes } from "./feedback.labels.ts";
import { feedbackInput, feedbackRecord, feedbackRow, type FeedbackRow } from "./feedback.model.ts";
import { feedbackNoun } from "./feedback.noun.ts";
import { feedbackFrom, giveFeedback } from "./feedback.service.ts";

const feedbackList: ListDefinition = {
  name: "feedback",
  from: "user_feedback f",
  alias: "f",
  columns: {
    id: { sql: "f.id", hidden: true },
    createdAt: { sql: "f.created_at", label: "Received", sort: true },
    feedbackType: { sql: "f.feedback_type", label: "Type", codes: feedbackTypes },
    subject: { sql: "f.subject", label: "Subject" },
    message: { sql: "f.message", label: "Message" },
    status: { sql: "f.status", label: "Status", codes: feedbackCycle.statuses },
    person: { sql: "f.person_name", label: "From" },
    email: { sql: "f.email", label: "Email" },
    pageUrl: { sql: "f.page_url", label: "Page" },
    browserInfo: { sql: "f.browser_info", hidden: true },
    version: { sql: "f.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "f.status", type: "text" },
    feedbackType: { kind: "set", sql: "f.feedback_type", type: "text" },
  },
  search: ["f.subject", "f.message"],
  defaultSort: "-createdAt",
};

const readFeedback = async (db: Db, actor: Actor, id: string) => {
  const row = await db.maybe<FeedbackRow>(sql`
    select
      f.id, f.created_at, f.feedback_type, f.subject, f.message, f.status, f.person_name as person,
      f.email, f.page_url, f.browser_info, f.version
    from user_feedback f
    where f.org_id = ${actor.orgId} and f.id = ${id}
  `);
  if (!row) throw notFound("feedback");
  return { ...row, number: row.subject, actions: actionsFor(actor, feedbackNoun, row) };
};

export const feedbackEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/user_feedback",
    permission: "feedback.create",
    summary:
      "Tell those who run this installation what is wrong or could be better; the person is the session's",
    ownTransaction: true,
    status: 201,
    body: feedbackInput,
    response: z.object({ id: z.string() }),
    handler: async ({ app, actor, body }) => {
      const host = await hostAgency(app);
      const from = feedbackFrom(host, actor);
      return app.database.transaction(from, (tx) => giveFeedback(tx, from, host, body));
    },
  }),
  ...listEndpoints("/api/v1/user_feedback", "inquiry.read", feedbackList, feedbackRow),
  endpoint({
    method: "GET",
    path: "/api/v1/user_feedback/{id}",
    permission: "inquiry.read",
    summary: "One feedback",
    params: idParams,
    response: feedbackRecord,
    handler: ({ db, actor, params }) => readFeedback(db, actor, params.id),
  }),
  ...stepEndpoints(
    feedbackNoun,
    { answer: {}, finish: {}, reopen: {} },
    { response: feedbackRecord, read: readFeedback },
  ),
  historyEndpoint("/api/v1/user_feedback", "feedback", "inquiry.read"),
];
