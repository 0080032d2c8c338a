import { z } from "zod";
import { calendarOf } from "#kernel/appointment.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { said } from "../engagement.public.ts";
import { publicForm } from "../form.service.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import {
  bookingInput,
  contactInput,
  demoInput,
  inquiryRecord,
  inquiryRow,
  waitlistInput,
} from "./inquiry.model.ts";
import { inquiryNoun } from "./inquiry.noun.ts";
import {
  askForDemo,
  bookDemo,
  bookingByToken,
  cancelBooking,
  demonstration,
  freeSlots,
  inquiryList,
  joinWaitlist,
  readInquiry,
  takeMessage,
} from "./inquiry.service.ts";
import { slotRules } from "./slots.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const tokenParams = z.object({ token: z.string().min(20).max(100) });

const visitors: Endpoint[] = [
  publicForm({
    path: "/api/v1/public/waitlist",
    summary: "Join the waiting list",
    body: waitlistInput,
    message: "You are on the list. We wrote to you to confirm it.",
    store: ({ tx, actor, host, body }) => joinWaitlist(tx, actor, host, body),
  }),
  publicForm({
    path: "/api/v1/public/demo-requests",
    summary: "Ask for a demonstration",
    body: demoInput,
    message: "Thank you. We write to you within two working days.",
    store: ({ tx, actor, host, body }) => askForDemo(tx, actor, host, body),
  }),
  publicForm({
    path: "/api/v1/public/messages",
    summary: "Write to us",
    body: contactInput,
    message: "We have your message, and wrote to you to confirm it.",
    store: ({ tx, actor, host, body }) => takeMessage(tx, actor, host, body),
  }),
  publicForm({
    path: "/api/v1/public/demo-bookings",
    summary: "Book a demonstration",
    body: bookingInput,
    message: "Your demonstration is booked. The letter has it for your calendar.",
    store: ({ tx, actor, host, body }) => bookDemo(tx, actor, host, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/demo-slots",
    permission: "public",
    tag: "public site",
    summary: "Free half hours for a demonstration (instants)",
    response: z.object({
      items: z.array(z.string()),
      minutes: z.number(),
      hostTimeZone: z.string(),
    }),
    handler: async ({ app }) => {
      const host = await hostAgency(app);
      return {
        items: await freeSlots(app.database.read(visitorIn(host)), host),
        minutes: slotRules.everyMinutes,
        hostTimeZone: host.timeZone,
      };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/demo-bookings/{token}/calendar",
    permission: "public",
    tag: "public site",
    summary: "An appointment as iCalendar, by the token of its letter",
    params: tokenParams,
    raw: true,
    handler: async ({ app, params, reply }) => {
      const host = await hostAgency(app);
      const row = await bookingByToken(app.database.read(visitorIn(host)), host, params.token);
      const { origin, LEVEE_MAIL_FROM: from } = app.config;
      const organizer = /<(.+)>/.exec(from)?.[1] ?? from;
      const text = calendarOf(
        demonstration(row, origin),
        { organizer, attendee: row.email },
        "PUBLISH",
        databaseMs(),
      );
      return reply
        .header("content-disposition", 'attachment; filename="levee-demonstration.ics"')
        .type("text/calendar; charset=utf-8")
        .send(text);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/public/demo-bookings/{token}/cancel",
    permission: "public",
    tag: "public site",
    summary: "Cancel an appointment by the token of its letter",
    params: tokenParams,
    status: 200,
    ownTransaction: true,
    response: said,
    handler: async ({ app, params }) => {
      const host = await hostAgency(app);
      const actor = visitorIn(host);
      await app.database.transaction(actor, (tx) => cancelBooking(tx, actor, host, params.token));
      return { message: "The appointment is cancelled." };
    },
  }),
];

export const inquiryEndpoints: Endpoint[] = [
  ...visitors,
  ...listEndpoints("/api/v1/inquiries", "inquiry.read", inquiryList, inquiryRow),
  endpoint({
    method: "GET",
    path: "/api/v1/inquiries/{id}",
    permission: "inquiry.read",
    summary: "One inquiry",
    params: idParams,
    response: inquiryRecord,
    handler: ({ db, actor, params }) => readInquiry(db, actor, params.id),
  }),
  ...stepEndpoints(
    inquiryNoun,
    { contact: {}, finish: {}, reopen: {} },
    { response: inquiryRecord, read: readInquiry },
  ),
  historyEndpoint("/api/v1/inquiries", "inquiry", "inquiry.read"),
];
