import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { laborClassesOf } from "#areas/assets/assets.server.ts";
import { aidInput, donationInput, givenRow } from "../donated/donated.model.ts";
import { givenTo, recordAid, recordDonation } from "../donated/donated.service.ts";
import { benefitInput, benefitRow } from "./benefit.model.ts";
import { addBenefitSheet, benefitRows } from "./benefit.service.ts";

const sheets = "/api/v1/pa-benefit-sheets";
const project = "/api/v1/pa-projects/{id}";
const madeId = z.object({ id: z.string() });

/** Force account beyond its hours: benefits, donated work, mutual aid. */
export const forceEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: sheets,
    permission: "recovery.hours",
    summary: "Worksheets of benefits, regular and overtime apart",
    response: z.object({ items: z.array(benefitRow) }),
    handler: async ({ db }) => ({ items: await benefitRows(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/pa-labor-classes",
    permission: "recovery.hours",
    summary: "Classes of work in use",
    response: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
    handler: async ({ db }) => ({
      items: (await laborClassesOf(db))
        .filter((c) => c.active)
        .map(({ id, name }) => ({ id, name })),
    }),
  }),
  endpoint({
    method: "POST",
    path: sheets,
    permission: "recovery.hours",
    summary: "Add a worksheet of benefits of a class of work",
    status: 201,
    body: benefitInput,
    response: madeId,
    handler: ({ tx, actor, body }) => addBenefitSheet(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${project}/given`,
    permission: "recovery.read",
    summary: "Donated work and mutual aid of a project",
    params: idParams,
    response: givenRow,
    handler: ({ db, params }) => givenTo(db, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${project}/donations`,
    permission: "recovery.edit",
    summary: "Record donated work",
    status: 201,
    params: idParams,
    body: donationInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => recordDonation(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${project}/mutual-aid`,
    permission: "recovery.edit",
    summary: "Record the agreement of a bill of mutual aid",
    status: 201,
    params: idParams,
    body: aidInput,
    response: madeId,
    handler: ({ tx, actor, params, body }) => recordAid(tx, actor, params.id, body),
  }),
];
