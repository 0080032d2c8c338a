import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { getRow } from "#server/db/rows.ts";
import { dailyLog } from "../log/log.tables.ts";
import { project } from "../projects.tables.ts";
import { changeInput } from "#areas/contracts/contracts.server.ts";
import { openedChanges } from "./change.model.ts";
import { changeFromLog, changeFromRfi, changesFrom } from "./change.service.ts";
import { rfi } from "./rfi.tables.ts";

const [read, edit] = ["project.read", "project.edit"] as const;
const summary = "Changes of contracts that it opened, and contracts that it may change";

/** Changes of contracts that questions and daily logs open. */
export const changeEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/rfis/{id}/changes",
    permission: read,
    summary,
    params: idParams,
    response: openedChanges,
    handler: async ({ db, params }) => {
      const { projectId } = await getRow(db, rfi, params.id, "RFI");
      return changesFrom(db, params.id, await getRow(db, project, projectId, "project"));
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/daily-logs/{id}/changes",
    permission: read,
    summary,
    params: idParams,
    response: openedChanges,
    handler: async ({ db, params }) => {
      const { projectId } = await getRow(db, dailyLog, params.id, "daily log");
      return changesFrom(db, params.id, await getRow(db, project, projectId, "project"));
    },
  }),
  recordAct("/api/v1/rfis", "proposeChange", {
    permission: edit,
    summary: "Open a change of the contract from an answered question",
    body: changeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => changeFromRfi(tx, actor, params.id, body),
  }),
  recordAct("/api/v1/daily-logs", "proposeChange", {
    permission: edit,
    summary: "Open a change of the contract from a log with a delay",
    body: changeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => changeFromLog(tx, actor, params.id, body),
  }),
];
