import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { boardAnswer } from "./board.model.ts";
import { readBoard } from "./board.service.ts";

export const boardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/procurement-board",
    permission: "procurement.board",
    summary: "Work in flight by stage, with the slowest stage and the next steps that rules give",
    query: z.object({ departmentId: z.uuid().optional() }),
    response: boardAnswer,
    handler: ({ actor, db, query }) => readBoard(db, actor, query.departmentId ?? null),
  }),
];
