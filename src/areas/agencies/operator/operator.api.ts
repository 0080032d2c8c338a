import { z } from "zod";
import { email } from "#areas/identity/identity.public.ts";
import { foundingRules } from "#areas/organization/organization.public.ts";
import {
  equipFrom,
  foundFor,
  foundingStates,
  foundingTemplates,
  inviteFounder,
  readFounding,
  setFounding,
} from "#areas/organization/organization.server.ts";
import { operatorDb } from "#server/db/scopes/operator.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { requireMachine } from "#server/operation/running-agency.ts";
import {
  agencyRow,
  agencyStanding,
  foundingInput,
  moveInput,
  platformFigures as figures,
} from "./operator.model.ts";
import { listAgencies, moveAgency, platformFigures, standingOfAgency } from "./operator.service.ts";

const path = "/api/v1/platform/agencies";
const written = z.object({ id: z.string() });
const founding = z.object({ founding: z.enum(foundingRules), version: z.number() });

const reading: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/platform/figures",
    permission: "platform.read",
    summary:
      "What waits on the installation: agencies, instances, queues, letters, unknown sign-ins",
    response: figures,
    handler: async ({ app, actor }) => {
      await requireMachine(app.database, actor);
      return platformFigures(app.database);
    },
  }),
  endpoint({
    method: "GET",
    path,
    permission: "platform.read",
    summary: "Agencies of the installation, those that need somebody first",
    query: z.object({
      q: z.string().trim().max(200).default(""),
      page: z.coerce.number().int().min(1).max(10_000).default(1),
      show: z.enum(["all", "needing"]).default("all"),
    }),
    response: z.object({ items: z.array(agencyRow), total: z.number() }),
    handler: async ({ app, actor, query }) => {
      await requireMachine(app.database, actor);
      return listAgencies(app.database, query);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "platform.read",
    summary: "How an agency stands: its state, what it uses; nothing of its business",
    params: idParams,
    response: agencyStanding,
    handler: async ({ app, actor, params }) => {
      await requireMachine(app.database, actor);
      return standingOfAgency(app.database, operatorDb(app.database), params.id, true);
    },
  }),
];

const move = (name: "restrict" | "suspend" | "release", summary: string): Endpoint =>
  recordAct(path, name, {
    permission: "platform.decide",
    summary,
    ownTransaction: true,
    body: moveInput,
    response: written,
    handler: async ({ app, actor, params, body }) => {
      await requireMachine(app.database, actor);
      await moveAgency(app.database, actor, params.id, { move: name, reason: body.reason });
      return { id: params.id };
    },
  });

const deciding: readonly Endpoint[] = [
  move("restrict", "Make an agency read-only, with a reason; its administrators are told"),
  move("suspend", "Suspend an agency, with a reason: its administrators keep an export"),
  move("release", "Make an agency active again, with a reason"),
];

const ofFounding: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path,
    permission: "platform.edit",
    summary: "Found an agency for somebody, who is invited as its first administrator",
    ownTransaction: true,
    body: foundingInput,
    response: written,
    handler: async ({ app, actor, body }) => {
      await requireMachine(app.database, actor);
      const { template, state, ...input } = body;
      const { id } = await foundFor(
        app.database,
        actor,
        input,
        app.config.origin,
        equipFrom(actor, template, state),
      );
      return { id };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/platform/founding-templates",
    permission: "platform.read",
    summary: "Templates that an agency can be founded from, with what they bring",
    response: z.object({
      items: z.array(z.object({ id: z.string(), label: z.string(), brings: z.array(z.string()) })),
      states: z.array(z.string()),
    }),
    handler: async () => ({ items: foundingTemplates(), states: foundingStates() }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/platform/founding",
    permission: "platform.read",
    summary: "Who may found an agency on this installation",
    response: founding,
    handler: async ({ app, actor, db }) => {
      await requireMachine(app.database, actor);
      return readFounding(db);
    },
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/platform/founding",
    permission: "platform.edit",
    summary: "Set who may found an agency on this installation",
    body: z.object({ founding: z.enum(foundingRules) }),
    response: founding,
    handler: async ({ app, actor, tx, body, ifMatch }) => {
      await requireMachine(app.database, actor);
      return setFounding(tx, actor, body.founding, ifMatch);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/platform/founding-invitations",
    permission: "platform.edit",
    summary: "Let an address found an agency, and write to it",
    body: z.object({ email }),
    response: written,
    handler: async ({ app, actor, tx, body }) => {
      await requireMachine(app.database, actor);
      return inviteFounder(tx, actor, body.email, app.config.origin);
    },
  }),
];

export const operatorEndpoints: Endpoint[] = [...reading, ...deciding, ...ofFounding];
