import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { transition } from "#server/lifecycle.ts";
import { destinations } from "#areas/connectors/connectors.server.ts";
import {
  batchDetail,
  batchInput,
  batchLineRow,
  batchRow,
  destinationRow,
  fmsStanding,
  rejectInput,
} from "./batch/batch.model.ts";
import { batchNoun } from "./batch/batch.noun.ts";
import {
  batchLineList,
  batchList,
  readBatch,
  readFmsStanding,
} from "./batch/batch.read.service.ts";
import {
  acknowledgeBatch,
  batchFile,
  buildBatch,
  correctBatch,
  rejectLines,
  sendBatch,
  withdrawBatch,
} from "./batch/batch.service.ts";
import { deliverAgain, deliverBatch, sayArrived, sayMissed } from "./batch/outgoing.service.ts";
import { comparison } from "./balance/balance.model.ts";
import { readComparison } from "./balance/balance.service.ts";
import { codeRow } from "./code/code.model.ts";
import { codeList } from "./code/code.service.ts";
import { layoutRow, layoutTry } from "./layout/layout.model.ts";
import { fmsLayouts, listLayouts, tryLayout } from "./layout/layout.service.ts";
import { mappingInput, mappingRow } from "./mapping/mapping.model.ts";
import { mapCode, mappingList } from "./mapping/mapping.service.ts";

const layouts = "/api/v1/fms-layouts";
const mappings = "/api/v1/fms-mappings";
const batches = "/api/v1/fms-batches";

const definitions: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/fms-standing",
    permission: "books.read",
    summary: "How the ledger and the finance system stand for the open period",
    response: fmsStanding,
    handler: ({ db }) => readFmsStanding(db),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/fms-comparison",
    permission: "books.read",
    summary: "A period of the ledger beside the finance system's balances, and who owes what",
    query: z.object({ periodId: z.uuid().optional() }),
    response: comparison,
    handler: ({ db, query }) => readComparison(db, query.periodId ?? null),
  }),
  endpoint({
    method: "GET",
    path: layouts,
    permission: "books.read",
    summary: "Layouts of the finance system in all versions",
    response: z.object({ items: z.array(layoutRow) }),
    handler: async ({ db }) => ({ items: await listLayouts(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${layouts}/{id}/try`,
    permission: "books.read",
    summary: "The first lines of the file that a layout would make of a period",
    params: idParams,
    query: z.object({ periodId: z.uuid() }),
    response: layoutTry,
    handler: ({ db, params, query }) => tryLayout(db, params.id, query.periodId),
  }),
  ...definitionEndpoints(fmsLayouts, {
    path: layouts,
    read: "books.read",
    write: "books.rules",
    publish: "books.publish",
    row: layoutRow,
  }),
  ...listEndpoints("/api/v1/fms-codes", "books.read", codeList, codeRow),
  ...listEndpoints(mappings, "books.read", mappingList, mappingRow),
  endpoint({
    method: "POST",
    path: mappings,
    permission: "books.rules",
    summary: "Map a code of the books to the finance system's from a day on",
    body: mappingInput,
    response: mappingRow,
    handler: ({ tx, actor, body }) => mapCode(tx, actor, body),
  }),
];

const sending: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/fms-destinations",
    permission: "books.read",
    summary: "Connectors that take batches now",
    response: z.object({ items: z.array(destinationRow) }),
    handler: async ({ db }) => ({ items: await destinations(db) }),
  }),
  ...listEndpoints(batches, "books.read", batchList, batchRow),
  ...listEndpoints("/api/v1/fms-batch-lines", "books.read", batchLineList, batchLineRow),
  endpoint({
    method: "POST",
    path: batches,
    permission: "books.close",
    summary: "Build a batch of the lines of a period that are in none",
    body: batchInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => buildBatch(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${batches}/{id}`,
    permission: "books.read",
    summary: "A batch with the first lines of its file",
    params: idParams,
    response: batchDetail,
    handler: ({ db, actor, params }) => readBatch(db, actor, params.id),
  }),
  ...stepEndpoints(
    batchNoun,
    {
      validate: {
        summary: "Check a batch before it is sent",
        take: (tx, actor, taken) =>
          transition(tx, actor, batchNoun, { ...taken, action: "validate" }),
      },
      send: { summary: "Send a batch as another person than built it", take: sendBatch },
      deliver: {
        summary: "Send a batch to its destination as another person than built it",
        take: deliverBatch,
      },
      again: {
        summary: "Send the same bytes again, under the same id, where nothing is known of them",
        take: deliverAgain,
      },
      found: { summary: "Say that a batch arrived of which nothing was known", take: sayArrived },
      missed: { summary: "Say that a batch did not arrive", take: sayMissed },
      acknowledge: { summary: "The finance system took every line", take: acknowledgeBatch },
      reject: step(rejectInput, rejectLines, {
        summary: "Keep which lines the finance system did not take, and why",
      }),
      correct: { summary: "Build the rejected lines again", take: correctBatch },
      withdraw: { summary: "Take back a batch that was not sent", take: withdrawBatch },
    },
    { response: batchDetail, read: readBatch, versioned: true },
  ),
  historyEndpoint(batches, "fmsBatch", "books.read"),
  endpoint({
    method: "GET",
    path: `${batches}/{id}/file`,
    permission: "books.confirm",
    summary: "The file of a batch that was sent, the same bytes each time",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { name, bytes } = await batchFile(db, params.id);
      return reply
        .type("application/octet-stream")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(bytes);
    },
  }),
];

/** The finance system beside the general ledger: layouts, codes, batches. */
export const fmsEndpoints: readonly Endpoint[] = [...definitions, ...sending];
