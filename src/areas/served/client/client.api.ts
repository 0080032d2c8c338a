import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { dayField, dayInput } from "#kernel/time-fields.ts";
import { businessDate } from "#server/clock.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { agingOfAll } from "./aging.service.ts";
import { clientList } from "./client.list.ts";
import { agingRow, clientDetail, clientFields, clientInput, clientRow } from "./client.model.ts";
import { clientNoun } from "./client.noun.ts";
import { addClient, changeClient, endClient, readClient, serveAgain } from "./client.service.ts";
import { statementPaper } from "./statement.service.ts";

const path = "/api/v1/clients";
const [read, write] = ["served.read", "served.write"] as const;
const onDay = z.strictObject({ on: dayInput("Enter a day.").optional() });

/** Agencies that are served. */
export const clientEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, clientList, clientRow),
  endpoint({
    method: "GET",
    path: "/api/v1/client-aging",
    permission: read,
    summary: "What clients owe at the end of a day, by how long it is past due",
    query: onDay,
    response: z.object({ on: dayField, items: z.array(agingRow) }),
    handler: async ({ db, query }) => {
      const on = query.on ?? businessDate(db.scope);
      return { on, items: await agingOfAll(db, on) };
    },
  }),
  endpoint({
    method: "POST",
    path,
    permission: write,
    summary: "Enter an agency that is served",
    status: 201,
    body: clientInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => addClient(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "An agency that is served, with what it owes at the end of a day",
    params: idParams,
    query: onDay,
    response: clientDetail,
    handler: ({ db, actor, params, query }) => readClient(db, actor, params.id, query.on ?? null),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/statement`,
    permission: read,
    summary: "The statement of a client at the end of a day, as PDF",
    params: idParams,
    query: onDay,
    handler: async ({ db, params, query, reply }) => {
      const { number, html } = await statementPaper(db, params.id, query.on ?? null);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}-statement.pdf"`)
        .send(await makePdf(html));
    },
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: write,
    summary: "Change a client",
    params: idParams,
    body: patchOf(clientFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const stored = await readClient(tx, actor, params.id);
      const whole = wholeWith(clientInput, clientFields, stored, body);
      return changeClient(tx, actor, params.id, whole, ifMatch);
    },
  }),
  historyEndpoint(path, "servedClient", read),
  ...stepEndpoints(clientNoun, { end: endClient, serveAgain }),
];
