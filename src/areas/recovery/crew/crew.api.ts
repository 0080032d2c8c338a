import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { timesheetInput, timesheetResult } from "../timesheet/timesheet.api.model.ts";
import { importTimesheet, timesheetsOf } from "../timesheet/timesheet.service.ts";
import { confirmInput, crewWeek } from "./crew.model.ts";
import { confirmCrew, waitingWeeks } from "./crew.service.ts";

const path = "/api/v1/pa-declarations/{id}";

/** Hours of crews: read from timesheets, confirmed by the heads of their departments. */
export const crewEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/crew-hours`,
    permission: "recovery.confirm",
    summary: "Hours of the actor's crews that wait to be confirmed",
    params: idParams,
    response: z.object({ items: z.array(crewWeek) }),
    handler: async ({ db, actor, params }) => ({ items: await waitingWeeks(db, actor, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/crew-hours/confirm`,
    permission: "recovery.confirm",
    summary: "Confirm hours of one's crew",
    params: idParams,
    body: confirmInput,
    response: z.object({ confirmed: z.number() }),
    handler: ({ tx, actor, params, body }) => confirmCrew(tx, actor, params.id, body.hourIds),
  }),
  endpoint({
    method: "GET",
    path: `${path}/timesheets`,
    permission: "recovery.hours",
    summary: "Timesheets that were read for a declaration",
    params: idParams,
    response: z.object({ items: z.array(timesheetResult) }),
    handler: async ({ db, params }) => ({ items: await timesheetsOf(db, params.id) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/pa-timesheets",
    permission: "recovery.hours",
    summary: "Read a timesheet into the record of hours",
    body: timesheetInput,
    response: timesheetResult,
    handler: ({ app, tx, actor, body }) => importTimesheet(app, tx, actor, body),
  }),
];
