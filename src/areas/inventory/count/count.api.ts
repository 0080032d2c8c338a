import { z } from "zod";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { getRow } from "#server/db/rows.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { workOutClasses } from "./classes.service.ts";
import { countList } from "./count.list.ts";
import {
  clearInput,
  countDetail,
  countRow,
  countRuleInput,
  countRuleRow,
  countsDue,
  entryInput,
  planInput,
  postInput,
} from "./count.model.ts";
import { countNoun } from "./count.noun.ts";
import { readCount } from "./count.read.service.ts";
import { stockCount } from "./count.tables.ts";
import {
  abortCount,
  closeRound,
  postCount,
  recount,
  submitCount,
  withdrawCount,
} from "./course.service.ts";
import { countsDueOf } from "./due.service.ts";
import { clearCounted, enterCounted } from "./enter.service.ts";
import { planCount } from "./plan.service.ts";
import { countRules, setCountRule } from "./rule.service.ts";
import { sheetDocument, sheetLines } from "./sheet.service.ts";

const path = "/api/v1/stock-counts";
const [read, move, count] = ["stock.read", "stock.move", "stock.count"] as const;

const ruleEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/stock-count-rules",
    permission: read,
    summary: "Which difference of a count may be posted at once, and how often is counted",
    response: z.object({ items: z.array(countRuleRow) }),
    handler: async ({ db }) => ({ items: await countRules(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/stock-count-rules",
    // How far the stores may be off is said by who keeps the books, not by who keeps the stores.
    permission: "books.rules",
    summary: "Say which difference may be posted at once, and how often is counted, from a day on",
    status: 201,
    body: countRuleInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => setCountRule(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-counts-due",
    permission: read,
    summary: "What was not counted within the interval of its class, by class and location",
    response: countsDue,
    handler: ({ db }) => countsDueOf(db),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/stock-classes",
    permission: move,
    summary: "Work the classes of items out anew by what was issued in twelve months",
    status: 201,
    response: z.object({ items: z.number() }),
    handler: ({ tx, actor }) => workOutClasses(tx, actor),
  }),
];

const sheet = endpoint({
  method: "GET",
  path: `${path}/{id}/sheet.pdf`,
  permission: read,
  summary: "The sheet that a count is written on, without quantities, as PDF",
  params: idParams,
  raw: true,
  handler: async ({ app, db, params, reply }) => {
    const row = await getRow(db, stockCount, params.id, "stock count");
    const [lines, { name }] = await Promise.all([sheetLines(db, row), readOrganization(db)]);
    const at = { origin: app.config.origin, agency: name };
    return reply
      .type("application/pdf")
      .header("content-disposition", `attachment; filename="${row.number}.pdf"`)
      .send(await makePdf(sheetDocument(row, lines, at), undefined, "own"));
  },
});

export const countEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, countList, countRow),
  endpoint({
    method: "POST",
    path,
    permission: move,
    summary: "Plan a count of a location, a class or some items",
    status: 201,
    body: planInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => planCount(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A count; what the ledger has only for whoever does not count any more",
    params: idParams,
    response: countDetail,
    handler: ({ db, actor, params }) => readCount(db, actor, params.id),
  }),
  historyEndpoint(path, "stockCount", read),
  sheet,
  recordAct(path, "enter", {
    permission: count,
    summary: "Write down what was counted of an item at a location",
    body: entryInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => enterCounted(tx, actor, params.id, body),
  }),
  recordAct(path, "clear", {
    permission: count,
    summary: "Take back what was written down of an item at a location in this round",
    body: clearInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => clearCounted(tx, actor, params.id, body),
  }),
  ...stepEndpoints(countNoun, {
    close: closeRound,
    again: recount,
    post: step(postInput, postCount),
    submit: step(postInput, submitCount),
    withdraw: withdrawCount,
    abort: abortCount,
  }),
  ...ruleEndpoints,
];
