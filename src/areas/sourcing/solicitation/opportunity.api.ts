import { z } from "zod";
import { published } from "#server/db/scopes/published.ts";
import { vendorSide, asVendor, type ActingVendor } from "#server/db/scopes/vendor-side.ts";
import type { Tx } from "#server/db/db.ts";
import { notFound } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { sendPublicFile } from "#server/files/pictures.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { answerInvitation, markSeen } from "./invitation.service.ts";
import { opportunityDetail, opportunityPage, opportunityQuery } from "./opportunity.model.ts";
import { listOpportunities, readOpportunity } from "./opportunity.service.ts";
import { publicOutcome } from "./public-outcome.service.ts";
import { publicDocument } from "./public.service.ts";
import { askQuestion } from "./question.service.ts";
import { questionInput } from "./solicitation.fields.model.ts";

const path = "/api/v1/opportunities";

/** The agency of a solicitation that is offered to the vendor. @throws 404 for any other. */
const agencyOfOffered = async (app: App, actor: Actor, id: string): Promise<string> => {
  const row = await vendorSide(app.database, actor).maybe<{ orgId: string }>(
    sql`select org_id from solicitation where id = ${id}`,
  );
  if (!row) throw notFound("solicitation");
  return row.orgId;
};

/**
 * Lets a vendor's person write in the agency of a solicitation that is offered to it. @throws 404
 * for one that is not, or where the agency does not know the vendor.
 */
const onOffered = async <T>(
  app: App,
  actor: Actor,
  id: string,
  work: (tx: Tx, vendor: ActingVendor, who: Actor) => Promise<T>,
): Promise<T> => asVendor(app, actor, await agencyOfOffered(app, actor, id), work);

const done = z.object({ ok: z.literal(true) });

export const opportunityEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "opportunity.read",
    summary: "Solicitations that a vendor may answer, in all agencies",
    tag: "vendor",
    query: opportunityQuery,
    response: opportunityPage,
    handler: ({ app, actor, query }) => listOpportunities(vendorSide(app.database, actor), query),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "opportunity.read",
    summary: "A solicitation with its parts, as a vendor reads it",
    tag: "vendor",
    params: idParams,
    response: opportunityDetail,
    handler: async ({ app, actor, params }) => ({
      ...(await readOpportunity(vendorSide(app.database, actor), params.id)),
      outcome: await publicOutcome(published(app.database), params.id),
    }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/documents/{documentId}`,
    permission: "opportunity.read",
    summary: "A document of a solicitation that is offered to the vendor",
    tag: "vendor",
    params: idParams.extend({ documentId: z.uuid("Not a document id.") }),
    raw: true,
    handler: async ({ app, actor, params, reply }) =>
      sendPublicFile(
        app.files,
        reply,
        await publicDocument(vendorSide(app.database, actor), params.id, params.documentId),
      ),
  }),
  recordAct(path, "follow", {
    permission: "opportunity.ask",
    summary: "Take the documents: be told of addenda",
    tag: "vendor",
    body: z.object({}),
    response: done,
    ownTransaction: true,
    handler: async ({ app, actor, params }) => {
      await onOffered(app, actor, params.id, (tx, vendor) =>
        markSeen(tx, vendor, actor.personId!, params.id),
      );
      return { ok: true as const };
    },
  }),
  recordAct(path, "ask", {
    permission: "opportunity.ask",
    summary: "Ask a question; everybody reads it, nobody learns who asked",
    tag: "vendor",
    body: questionInput,
    response: z.object({ id: z.string(), questionNo: z.number() }),
    ownTransaction: true,
    handler: async ({ app, actor, params, body }) =>
      onOffered(app, actor, params.id, (tx, vendor) =>
        askQuestion(tx, vendor, actor.personId!, params.id, body.question),
      ),
  }),
  recordAct(path, "respond", {
    permission: "opportunity.ask",
    summary: "Say that the vendor will answer, or decline with a reason",
    tag: "vendor",
    body: z.object({
      answer: z.enum(["intends", "declined"]),
      reason: z.string().trim().max(2000).nullish(),
    }),
    response: done,
    ownTransaction: true,
    handler: async ({ app, actor, params, body }) => {
      await onOffered(app, actor, params.id, (tx, vendor, who) =>
        answerInvitation(tx, who, vendor, params.id, body.answer, body.reason ?? null),
      );
      return { ok: true as const };
    },
  }),
];
