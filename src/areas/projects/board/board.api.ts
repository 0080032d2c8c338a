import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { constructionBoard } from "./board.model.ts";
import { readBoard } from "./board.service.ts";

export const boardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/construction-board",
    permission: "project.read",
    summary: "What waits for which side over all projects, and what lacks",
    response: constructionBoard,
    handler: ({ db, actor }) => readBoard(db, actor),
  }),
];
