import { z } from "zod";
import { getRow } from "#server/db/rows.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { fiscalYear } from "../budget.tables.ts";
import { strayLines, takeBackDetail, takeBackInput } from "./take-back.model.ts";
import { readTakeBack, strayLinesOf, takeBack } from "./take-back.service.ts";

export const takeBackEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/fiscal-years/{id}/stray-lines",
    permission: "budget.read",
    summary: "What came into a planned year past its cycle, and what was taken back",
    params: idParams,
    response: strayLines,
    handler: async ({ db, params }) => {
      await getRow(db, fiscalYear, params.id, "fiscal year");
      return strayLinesOf(db, params.id);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/fiscal-years/{id}/take-backs",
    permission: "budget.edit",
    summary: "Take wrong lines of a planned year back, by a document that names them",
    params: idParams,
    body: takeBackInput,
    response: z.object({ id: z.string(), number: z.string(), lines: z.number() }),
    handler: ({ tx, actor, params, body }) => takeBack(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/budget-take-backs/{id}",
    permission: "budget.read",
    summary: "A document that took lines back, with each of them",
    params: idParams,
    response: takeBackDetail,
    handler: ({ db, params }) => readTakeBack(db, params.id),
  }),
];
