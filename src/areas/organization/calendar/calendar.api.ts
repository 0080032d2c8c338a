import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { businessDate } from "#server/clock.ts";
import { readOrganization } from "../organization.service.ts";
import { calendarAnswer, calendarInput, closureInput } from "./calendar.model.ts";
import {
  addClosure,
  calendarOfYear,
  daysOffAhead,
  importClosures,
  removeClosure,
  saveCalendar,
} from "./calendar.service.ts";
import { icsOf } from "./ics.model.ts";

const done = z.object({ ok: z.literal(true) });

export const calendarEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/agency-calendar",
    permission: "organization.read",
    summary: "When the agency works: its week, its hours, and the days off of a year",
    query: z.object({ year: z.coerce.number().int().min(2000).max(2100).optional() }),
    response: calendarAnswer,
    handler: ({ db, actor, query }) => calendarOfYear(db, actor, query.year),
  }),
  endpoint({
    method: "PUT",
    path: "/api/v1/agency-calendar",
    permission: "organization.edit",
    summary: "Change the agency's week, hours and holidays",
    body: calendarInput,
    response: calendarAnswer,
    handler: ({ tx, actor, body, ifMatch }) => saveCalendar(tx, actor, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/agency-calendar.ics",
    permission: "organization.read",
    summary: "Days off of this year and the next as iCalendar",
    raw: true,
    handler: async ({ db, reply }) => {
      const agency = await readOrganization(db);
      return reply
        .header("content-disposition", 'attachment; filename="days-off.ics"')
        .type("text/calendar; charset=utf-8")
        .send(icsOf(agency, await daysOffAhead(db), `${businessDate(db.scope)}T00:00:00Z`));
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/agency-closures",
    permission: "organization.edit",
    summary: "Add days on which the agency is closed, or open although it would not be",
    body: closureInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => addClosure(tx, actor, body),
  }),
  actAt("/api/v1/agency-closures", "import", {
    permission: "organization.edit",
    summary: "Take the days off of a calendar file (.ics)",
    bodyLimit: 2 * 1024 * 1024,
    body: z.object({ text: z.string().min(1, "Choose a calendar file.") }),
    response: z.object({ added: z.number(), known: z.number() }),
    handler: ({ tx, actor, body }) => importClosures(tx, actor, body.text),
  }),
  endpoint({
    method: "DELETE",
    path: "/api/v1/agency-closures/{id}",
    permission: "organization.edit",
    summary: "Take days of closure away",
    params: idParams,
    response: done,
    handler: async ({ tx, actor, params }) => {
      await removeClosure(tx, actor, params.id);
      return { ok: true as const };
    },
  }),
];
