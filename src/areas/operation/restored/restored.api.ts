import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { answerQuestions } from "#server/restored/questions.ts";
import { restoreAnswer, restoreReportRow } from "./restored.model.ts";
import { readRestored } from "./restored.service.ts";

export const restoredEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/restore-report",
    permission: "restore.answer",
    summary: "People and keys of the agency that the last restore closed, and what it knew of them",
    response: restoreReportRow,
    handler: async ({ db, actor }) => readRestored(db, actor),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/restore-report/answer",
    permission: "restore.answer",
    summary: "Open again what a restore closed, or keep it closed; all of them or none",
    body: restoreAnswer,
    response: z.object({
      /** What still waits for somebody else, in sentences. */
      waits: z.array(z.string()),
      report: restoreReportRow,
    }),
    handler: async ({ app, tx, actor, body }) => ({
      waits: await answerQuestions(app, tx, actor, body),
      report: await readRestored(tx, actor),
    }),
  }),
];
