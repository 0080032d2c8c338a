import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { bankLineList, statementList } from "./statement.list.ts";
import {
  bankLineRow,
  bankStanding,
  loadedFile,
  statementDetail,
  statementRow,
} from "./statement.model.ts";
import { statementNoun } from "./statement.noun.ts";
import { readStanding, readStatement } from "./statement.read.service.ts";
import { loadBai2, withdrawStatement } from "./statement.service.ts";

const path = "/api/v1/bank-statements";

export const statementEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "bank.read", statementList, statementRow),
  ...listEndpoints("/api/v1/bank-lines", "bank.read", bankLineList, bankLineRow),
  endpoint({
    method: "POST",
    path: `${path}/from-bai2`,
    permission: "bank.import",
    summary: "Load the statements of a stored BAI2 file, all of them or none",
    body: z.object({ fileId: z.uuid() }),
    response: loadedFile,
    handler: ({ tx, actor, app, body }) => loadBai2(tx, actor, app.files, body.fileId),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "bank.read",
    summary: "A bank statement with what came in and went out by it",
    params: idParams,
    response: statementDetail,
    handler: ({ db, actor, params }) => readStatement(db, actor, params.id),
  }),
  ...stepEndpoints(
    statementNoun,
    { withdraw: { summary: "Withdraw the last statement of an account", take: withdrawStatement } },
    { response: statementDetail, read: readStatement, versioned: true },
  ),
  historyEndpoint(path, "bankStatement", "bank.read"),
  endpoint({
    method: "GET",
    path: "/api/v1/bank-standing",
    permission: "bank.read",
    summary: "The agency's accounts with their last statement and what is out of them",
    response: bankStanding,
    handler: ({ db }) => readStanding(db),
  }),
];
