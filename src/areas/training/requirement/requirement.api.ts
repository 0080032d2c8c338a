import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import {
  ownRequirement,
  previewed,
  requirementInput,
  requirementRow,
  requirementStanding,
} from "./requirement.model.ts";
import { requirements } from "./requirement.service.ts";
import {
  listRequirements,
  previewOf,
  requirementsOf,
  standingOfRequirements,
} from "./standing.service.ts";

const path = "/api/v1/training-requirements";
const [read, all, edit] = ["training.read", "training.all", "training.edit"] as const;

export const requirementEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: all,
    summary: "Requirements in all editions",
    response: z.object({ items: z.array(requirementRow) }),
    handler: async ({ db }) => ({ items: await listRequirements(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/training-standing",
    permission: all,
    summary: "Requirements with the share that is met, and who is missing",
    response: z.object({ items: z.array(requirementStanding) }),
    handler: async ({ db }) => ({ items: await standingOfRequirements(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/training-asked-of-me",
    permission: read,
    summary: "What is asked of you, and the course that gives it",
    response: z.object({ items: z.array(ownRequirement) }),
    handler: async ({ db, actor }) => ({ items: await requirementsOf(db, actor.personId!) }),
  }),
  actAt(path, "preview", {
    permission: edit,
    summary: "Whom a requirement would touch, by name",
    body: requirementInput.pick({
      audience: true,
      code: true,
      equivalents: true,
      renewMonths: true,
    }),
    response: previewed,
    handler: async ({ tx, body }) => ({ items: await previewOf(tx, body) }),
  }),
  ...definitionEndpoints(requirements, { path, read: all, write: edit, row: requirementRow }),
];
