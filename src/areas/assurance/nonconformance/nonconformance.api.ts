import { z } from "zod";
import { boardAnswerOf } from "#areas/procurement/procurement.server.ts";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { boardColumns, nonconformanceBoard } from "./board.service.ts";
import { nonconformanceList } from "./nonconformance.list.ts";
import {
  closeInput,
  containInput,
  decideInput,
  lineChoice,
  nonconformanceDetail,
  nonconformanceFields,
  nonconformanceInput,
  nonconformanceRow,
  planAsked,
  useAsIsInput,
} from "./nonconformance.model.ts";
import { nonconformanceNoun } from "./nonconformance.noun.ts";
import { readNonconformance, unreportedLines } from "./nonconformance.read.service.ts";
import {
  askPlan,
  changeNonconformance,
  closeNonconformance,
  containNonconformance,
  decideNonconformance,
  reportNonconformance,
} from "./nonconformance.service.ts";

const path = "/api/v1/nonconformances";
const [read, report] = ["quality.read", "quality.report"] as const;

/** What does not meet its requirements, from the report to the end. */
export const nonconformanceEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, nonconformanceList, nonconformanceRow),
  endpoint({
    method: "GET",
    path: "/api/v1/nonconformance-board",
    permission: read,
    summary: "Nonconformances by where they stand",
    response: boardAnswerOf(boardColumns).meta({ id: "NonconformanceBoard" }),
    handler: ({ db, actor }) => nonconformanceBoard(db, actor),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/rejected-lines",
    permission: report,
    summary: "Rejected lines of receipts that nobody reported yet",
    query: z.object({
      q: z.string().max(120).default(""),
      id: z.uuid().optional(),
      limit: z.coerce.number().int().min(1).max(200).default(25),
    }),
    response: z.object({ items: z.array(lineChoice) }),
    handler: async ({ db, query }) => ({
      items: (await unreportedLines(db, query)).slice(0, query.limit),
    }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: report,
    summary: "Report a nonconformance",
    status: 201,
    body: nonconformanceInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => reportNonconformance(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A nonconformance with what records tell of its cost",
    params: idParams,
    response: nonconformanceDetail,
    handler: ({ db, actor, params }) => readNonconformance(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: report,
    summary: "Change a nonconformance before it is decided about",
    params: idParams,
    body: patchOf(nonconformanceFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readNonconformance(tx, actor, params.id);
      const whole = wholeWith(nonconformanceInput, nonconformanceFields, stored, body);
      return changeNonconformance(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "nonconformance", read),
  recordAct(path, "ask-plan", {
    permission: "vendor.plan",
    summary: "Ask the vendor for a corrective plan",
    body: planAsked,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) => askPlan(tx, actor, params.id, body, ifMatch),
  }),
  ...stepEndpoints(nonconformanceNoun, {
    contain: step(containInput, containNonconformance),
    ...alike(decideNonconformance, ["rework", "returnGoods", "scrap"], { body: decideInput }),
    ...alike(decideNonconformance, ["useAsIs"], { body: useAsIsInput }),
    close: step(closeInput, closeNonconformance),
  }),
];
