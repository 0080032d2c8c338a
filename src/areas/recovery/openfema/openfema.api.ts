import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import {
  declarationImport,
  importResult,
  importRow,
  publishedRow,
  publishedSet,
  scheduleImport,
} from "./openfema.model.ts";
import {
  importDeclarations,
  importSchedule,
  importsOf,
  nameCode,
  publishedSets,
} from "./openfema.service.ts";

import { publishedList } from "./published.list.ts";

const path = "/api/v1/fema-imports";
const bodyLimit = 25_000_000;

/** What FEMA publishes, taken from its files. */
export const openfemaEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "recovery.import",
    summary: "What was imported of FEMA's data, and how old it is",
    response: z.object({ items: z.array(importRow) }),
    handler: async ({ db }) => ({ items: await importsOf(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/fema-published",
    permission: "recovery.import",
    summary: "Data sets of OpenFEMA on file, with their age",
    response: z.object({ items: z.array(publishedSet) }),
    handler: async ({ db }) => ({ items: await publishedSets(db) }),
  }),
  ...listEndpoints("/api/v1/fema-published-rows", "recovery.import", publishedList, publishedRow),
  endpoint({
    method: "POST",
    path: `${path}/declarations`,
    permission: "recovery.import",
    summary: "Import a declaration from OpenFEMA's rows",
    body: declarationImport,
    bodyLimit,
    response: importResult,
    handler: ({ tx, actor, body }) => importDeclarations(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/equipment`,
    permission: "recovery.import",
    summary: "Import FEMA's schedule of equipment rates",
    body: scheduleImport,
    bodyLimit,
    response: importResult,
    handler: ({ tx, actor, body }) => importSchedule(tx, actor, body),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/fema-unit-codes",
    permission: "recovery.import",
    summary: "Name the code of FEMA's schedule for a class of units",
    status: 200,
    body: z.object({
      assetClassId: z.uuid("Choose the class."),
      code: z.string().trim().min(3, "Enter the code.").max(12),
    }),
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => nameCode(tx, actor, body),
  }),
];
