import { z } from "zod";
import { conflict } from "#kernel/errors.ts";
import { listEndpoints } from "#server/http/export.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { askCancel } from "#server/jobs/jobs.ts";
import { requireMachine } from "#server/operation/running-agency.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { beginMachine } from "../probe/machine.service.ts";
import { beginBooks } from "./books.service.ts";
import { readSchedule, setSchedule } from "./night.service.ts";
import { runDocument } from "./paper.service.ts";
import { readChecks, readRun, runList } from "./read.service.ts";
import { checkList, runRecord, runRow, scheduleInput, scheduleRow } from "./run.model.ts";

const path = "/api/v1/check-runs";
const begun = z.object({ id: z.string() });

const beginning: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/system-tests",
    permission: "systemTest.run",
    summary: "Try the machine: database, jobs, letters, files and the rest, one after the other",
    status: 202,
    response: begun,
    handler: async ({ app, tx, actor }) => {
      await requireMachine(app.database, actor);
      const { id } = await beginMachine(app, tx, actor, "person");
      return { id };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/comprehensive-tests",
    permission: "check.run",
    summary: "Check the books of the agency, rule by rule; a job does it",
    status: 202,
    response: begun.extend({ jobId: z.string() }),
    handler: ({ tx, actor }) => beginBooks(tx, actor, "person"),
  }),
  recordAct(path, "stop", {
    permission: "check.run",
    summary: "Stop a comprehensive test at its next step",
    response: begun,
    handler: async ({ tx, params }) => {
      const run = await readRun(tx, params.id);
      if (run.status !== "running" || !run.jobId)
        throw conflict(
          "not_running",
          "This run cannot be stopped: it has ended, or ends by itself.",
        );
      await askCancel(tx, run.jobId);
      return { id: run.id };
    },
  }),
];

const settings: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/checks",
    permission: "check.read",
    summary: "What is checked here, and which runs are under way",
    response: checkList,
    handler: ({ app, db, actor }) => readChecks(app.database, db, actor),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/check-schedule",
    permission: "check.read",
    summary: "Whether the checks run every night, and when",
    response: scheduleRow,
    handler: ({ db }) => readSchedule(db),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/check-schedule",
    permission: "check.schedule",
    summary: "Set whether the checks run every night, and at which hour of the agency's day",
    body: scheduleInput,
    response: scheduleRow,
    handler: ({ tx, actor, body, ifMatch }) => setSchedule(tx, actor, body, ifMatch),
  }),
];

export const checkEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "check.read", runList, runRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "check.read",
    summary: "A run of the checks with what each found, and what differs from the run before",
    params: idParams,
    response: runRecord,
    handler: ({ db, params }) => readRun(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/pdf`,
    permission: "check.read",
    summary: "A run of the checks as PDF",
    params: idParams,
    raw: true,
    handler: async ({ db, params, reply }) => {
      const run = await readRun(db, params.id);
      const agency = await readOrganization(db);
      return reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="checks.pdf"')
        .send(await makePdf(inLook(runDocument(run, agency), agency.branding)));
    },
  }),
  ...beginning,
  ...settings,
];
