import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { exceptionList, positiveFileList } from "./exception.list.ts";
import { exceptionNoun } from "./exception.noun.ts";
import { decideException, enterException, readException } from "./exception.service.ts";
import { makePositiveFile, openPositiveFile, positiveStanding } from "./file.service.ts";
import { positiveLayoutRow, positiveTry } from "./layout.model.ts";
import { listPositiveLayouts, positiveLayouts, tryPositiveLayout } from "./layout.service.ts";
import {
  exceptionDetail,
  exceptionInput,
  exceptionRow,
  makeFileInput,
  positiveFileRow,
  positiveStanding as standing,
} from "./positive.model.ts";

const layouts = "/api/v1/positive-layouts";
const files = "/api/v1/positive-pay-files";
const exceptions = "/api/v1/check-exceptions";
const read = "bank.read";

export const positiveEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/positive-pay-standing",
    permission: read,
    summary: "Checks that wait to go to the banks, and what banks ask",
    response: standing,
    handler: ({ db }) => positiveStanding(db),
  }),
  endpoint({
    method: "GET",
    path: layouts,
    permission: read,
    summary: "Layouts of positive pay files in all versions",
    response: z.object({ items: z.array(positiveLayoutRow) }),
    handler: async ({ db }) => ({ items: await listPositiveLayouts(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${layouts}/{id}/trial`,
    permission: "positivePay.layout",
    summary: "The file that a layout would make of the last run of checks from an account",
    params: idParams,
    query: z.object({ accountId: z.uuid() }),
    response: positiveTry,
    handler: ({ db, params, query }) => tryPositiveLayout(db, params.id, query.accountId),
  }),
  ...definitionEndpoints(positiveLayouts, {
    ...{ path: layouts, read, write: "positivePay.layout", row: positiveLayoutRow },
  }),
  ...listEndpoints(files, read, positiveFileList, positiveFileRow),
  endpoint({
    method: "POST",
    path: files,
    permission: "positivePay.send",
    summary: "Make the file of all checks of an account that have not gone to the bank yet",
    status: 201,
    body: makeFileInput,
    response: z.object({
      id: z.string(),
      number: z.string(),
      issues: z.number(),
      voids: z.number(),
    }),
    handler: async ({ tx, actor, body }) => {
      const { id, number, issues, voids } = await makePositiveFile(tx, actor, body);
      return { id, number, issues, voids };
    },
  }),
  endpoint({
    method: "POST",
    path: `${files}/{id}/open`,
    permission: "positivePay.send",
    summary: "The bytes of a positive pay file, as they go to the bank",
    params: idParams,
    response: z.object({ name: z.string(), text: z.string() }),
    handler: ({ tx, actor, params }) => openPositiveFile(tx, actor, params.id),
  }),
  ...listEndpoints(exceptions, read, exceptionList, exceptionRow),
  endpoint({
    method: "POST",
    path: exceptions,
    permission: "bank.import",
    summary: "Take in a check that the bank asks about",
    status: 201,
    body: exceptionInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => enterException(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${exceptions}/{id}`,
    permission: read,
    summary: "A check that the bank asks about",
    params: idParams,
    response: exceptionDetail,
    handler: ({ db, actor, params }) => readException(db, actor, params.id),
  }),
  historyEndpoint(exceptions, "checkException", read),
  ...stepEndpoints(exceptionNoun, alike(decideException, ["pay", "return"])),
];
