import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { gateInput, gateRow, overrideDetail, overrideInput, overrideRow } from "./gate.model.ts";
import { readGates, setGate } from "./gate.service.ts";
import { overrideList } from "./override.list.ts";
import { giveOverride, overrideNoun, readOverride, withdrawOverride } from "./override.service.ts";

const gates = "/api/v1/training-gates";
const path = "/api/v1/seat-overrides";
const read = "training.read";

export const gateEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: gates,
    permission: read,
    summary: "Which work the agency keeps for people with certificates, now and later",
    response: z.object({ items: z.array(gateRow) }),
    handler: async ({ db }) => ({ items: await readGates(db) }),
  }),
  endpoint({
    method: "POST",
    path: gates,
    permission: "training.edit",
    summary: "Keep work for people with certificates from a day on, or no more",
    status: 201,
    body: gateInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => setGate(tx, actor, body),
  }),
  ...listEndpoints(path, read, overrideList, overrideRow),
  endpoint({
    method: "POST",
    path,
    permission: "training.verify",
    summary: "Let somebody without the certificate do work for some hours, with a reason",
    status: 201,
    body: overrideInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => giveOverride(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "An override of a seat",
    params: idParams,
    response: overrideDetail,
    handler: ({ db, actor, params }) => readOverride(db, actor, params.id),
  }),
  historyEndpoint(path, "seatOverride", read),
  ...stepEndpoints(overrideNoun, { withdraw: withdrawOverride }),
];
