import { recordFile } from "#server/files/stored-file.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { invalid } from "#kernel/errors.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { published } from "#server/db/scopes/published.ts";
import type { App } from "#server/app.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { serviceNoun } from "./service.noun.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { kickMail, limitPublicForm } from "#areas/identity/identity.server.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import { giveLateReason } from "./late.service.ts";
import { readForm, type Photo } from "./photo.service.ts";
import { attribute } from "./type.model.ts";
import {
  lateInput,
  publicRequest,
  reportInput,
  serviceRecord,
  serviceRow,
  type Report,
} from "./service.model.ts";
import {
  hideRequest,
  moveRequest,
  publicRequests,
  publicServices,
  readRequest,
  report,
  serviceList,
} from "./service.service.ts";

/** A report as JSON or as a form with a photo. @throws 422 with the fields' paths. */
const readReport = async (
  app: App,
  request: FastifyRequest,
): Promise<{ input: Report; photo: Photo | null }> => {
  const { values, photo } = await readForm(app, request);
  const parsed = reportInput.safeParse(values);
  if (!parsed.success)
    throw invalid(
      "invalid_input",
      "Some values are not valid. Nothing was saved.",
      parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message })),
    );
  return { input: parsed.data, photo };
};

const visitors: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/public/services",
    permission: "public",
    tag: "public site",
    summary: "What can be reported",
    response: z.object({
      items: z.array(
        z.object({
          code: z.string(),
          name: z.string(),
          description: z.string(),
          category: z.string(),
          expectedDays: z.number(),
          attributes: z.array(attribute),
        }),
      ),
    }),
    handler: async ({ app }) => ({ items: await publicServices(published(app.database)) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/public/service-requests",
    permission: "public",
    tag: "public site",
    summary: "Report something to the agency, as JSON or as a form with a photo (multipart)",
    ownTransaction: true,
    form: true,
    raw: true,
    handler: async ({ app, request, reply }) => {
      const host = await hostAgency(app);
      const actor = visitorIn(host);
      await limitPublicForm(identityDb(app.database), addressForLimits(request.ip));
      const { input, photo } = await readReport(app, request);
      if (input.website) return reply.code(201).send({ number: "SR-0", message: "Thank you." });
      const made = await app.database.transaction(actor, async (tx) => {
        const photoId = photo ? await recordFile(tx, { ...photo, orgId: host.id }) : null;
        return report(tx, actor, host, input, photoId);
      });
      kickMail(app);
      return reply.code(201).send({
        number: made.number,
        message: `Your report has the number ${made.number}. Keep it to see where it stands.`,
      });
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/service-requests",
    permission: "public",
    tag: "public site",
    summary: "Published requests, newest first, without who reported them",
    query: z.object({
      number: z.string().max(40).optional(),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      limit: z.coerce.number().int().min(1).max(200).default(20),
    }),
    response: z.object({ items: z.array(publicRequest) }),
    handler: async ({ app, query }) => ({
      items: await publicRequests(published(app.database), query),
    }),
  }),
];

const actions = stepEndpoints(
  serviceNoun,
  alike(moveRequest, ["acknowledge", "start", "close", "decline", "reopen"]),
  { response: serviceRecord },
);

export const serviceEndpoints: Endpoint[] = [
  ...visitors,
  ...listEndpoints("/api/v1/service-requests", "serviceRequest.read", serviceList, serviceRow),
  endpoint({
    method: "GET",
    path: "/api/v1/service-requests/{id}",
    permission: "serviceRequest.read",
    summary: "One service request",
    params: idParams,
    response: serviceRecord,
    handler: ({ db, actor, params }) => readRequest(db, actor, params.id),
  }),
  ...actions,
  endpoint({
    method: "POST",
    path: "/api/v1/service-requests/{id}/visibility",
    permission: "serviceRequest.edit",
    summary: "Take a request off the public pages, or put it back",
    params: idParams,
    status: 200,
    body: z.object({ hidden: z.boolean() }),
    response: serviceRecord,
    handler: ({ tx, actor, params, body }) => hideRequest(tx, actor, params.id, body.hidden),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/service-requests/{id}/late-reason",
    permission: "serviceRequest.edit",
    summary: "Say in public why the date was missed, and what day is expected now",
    params: idParams,
    status: 200,
    body: lateInput,
    response: serviceRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      await giveLateReason(tx, actor, { id: params.id, version: ifMatch }, body);
      return readRequest(tx, actor, params.id);
    },
  }),
  historyEndpoint("/api/v1/service-requests", "serviceRequest", "serviceRequest.read"),
];
