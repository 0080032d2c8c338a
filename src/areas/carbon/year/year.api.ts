import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { gapList, lineList } from "../line/line.list.ts";
import { gapRow, lineDetail, lineInput, lineRow, settleInput } from "../line/line.model.ts";
import { addLine, settleRows, takeLine } from "../line/line.service.ts";
import { yearList } from "./year.list.ts";
import {
  restateInput,
  yearChange,
  yearDetail,
  yearFields,
  yearInput,
  yearRow,
} from "./year.model.ts";
import { yearNoun } from "./year.noun.ts";
import { readLine, readYear } from "./year.read.service.ts";
import {
  askRecount,
  changeYear,
  dropYear,
  openYear,
  publishYear,
  restateYear,
  reviewYear,
  sendBackYear,
} from "./year.service.ts";

const [years, lines, gaps] = [
  "/api/v1/carbon-years",
  "/api/v1/carbon-lines",
  "/api/v1/carbon-gaps",
] as const;
const [read, prepare] = ["carbon.read", "carbon.prepare"] as const;
const made = z.object({ id: z.string() });

const lineEndpoints: readonly Endpoint[] = [
  ...listEndpoints(lines, read, lineList, lineRow),
  endpoint({
    method: "GET",
    path: `${lines}/{id}`,
    permission: read,
    summary: "How a line of a carbon year came to its grams",
    params: idParams,
    response: lineDetail,
    handler: ({ db, actor, params }) => readLine(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: `${years}/{id}/lines`,
    permission: prepare,
    summary: "Add an activity by hand to an open carbon year",
    status: 201,
    params: idParams,
    body: lineInput,
    response: made,
    handler: ({ tx, actor, params, body }) => addLine(tx, actor, params.id, body),
  }),
  recordAct(lines, "take-out", {
    permission: prepare,
    summary: "Take a line that was typed out of an open carbon year",
    response: made,
    handler: ({ tx, actor, params }) => takeLine(tx, actor, params.id),
  }),
  ...listEndpoints(gaps, read, gapList, gapRow),
  recordAct(years, "settle", {
    permission: prepare,
    summary: "Settle what is not counted or counted twice, all rows or none",
    body: settleInput,
    response: z.object({ settled: z.number() }),
    handler: ({ tx, actor, params, body }) => settleRows(tx, actor, params.id, body),
  }),
];

/** Carbon years in their versions, their lines, and what waits to be settled. */
export const yearEndpoints: readonly Endpoint[] = [
  ...listEndpoints(years, read, yearList, yearRow),
  endpoint({
    method: "POST",
    path: years,
    permission: prepare,
    summary: "Begin to count the emissions of a calendar year",
    status: 201,
    body: yearInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => openYear(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${years}/{id}`,
    permission: read,
    summary: "A carbon year in one version: sums, what waits, and why it differs",
    params: idParams,
    response: yearDetail,
    handler: ({ db, actor, params }) => readYear(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${years}/{id}`,
    permission: prepare,
    summary: "Change by what an open carbon year is counted",
    params: idParams,
    body: patchOf(yearFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const { base, potentials, activities } = await readYear(tx, actor, params.id);
      const whole = wholeWith(yearChange, yearFields, { base, potentials, activities }, body);
      return changeYear(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(years, "carbonYear", read),
  recordAct(years, "recount", {
    permission: prepare,
    summary: "Count an open carbon year anew from the records",
    response: writtenRecord,
    handler: ({ tx, actor, params, ifMatch }) => askRecount(tx, actor, params.id, ifMatch),
  }),
  recordAct(years, "restate", {
    permission: prepare,
    summary: "Begin another version of a published carbon year",
    body: restateInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => restateYear(tx, actor, params.id, body),
  }),
  ...stepEndpoints(yearNoun, {
    review: reviewYear,
    sendBack: sendBackYear,
    publish: publishYear,
    drop: dropYear,
  }),
  ...lineEndpoints,
];
