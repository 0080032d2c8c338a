import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { scheduleList } from "./schedule.list.ts";
import { scheduleInput, scheduleRow } from "./schedule.model.ts";
import { addSchedule } from "./schedule.service.ts";

const path = "/api/v1/pa-work-schedules";

/** Work schedules of people. */
export const scheduleEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "recovery.hours", scheduleList, scheduleRow),
  endpoint({
    method: "POST",
    path,
    permission: "recovery.hours",
    summary: "Add a work schedule of a person from a day on",
    status: 201,
    body: scheduleInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => addSchedule(tx, actor, body),
  }),
];
