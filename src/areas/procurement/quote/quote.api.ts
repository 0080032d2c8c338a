import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { quoteInput, quoteRow, quoteWithdrawal } from "./quote.model.ts";
import { listQuotes, recordQuote, withdrawQuote, type QuotesOf } from "./quote.service.ts";

const quotes = z.object({ items: z.array(quoteRow) });

const quotesOf = (
  path: string,
  type: QuotesOf["type"],
  { read, write }: { read: "requisition.read" | "purchaseOrder.read"; write: "quote.record" },
): Endpoint[] => [
  endpoint({
    method: "GET",
    path: `${path}/{id}/quotes`,
    permission: read,
    summary: "What suppliers answered who were asked for a price",
    params: idParams,
    response: quotes,
    handler: async ({ db, params }) => ({ items: await listQuotes(db, { type, id: params.id }) }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/quotes`,
    permission: write,
    summary: "Record what a supplier answered who was asked for a price",
    params: idParams,
    body: quoteInput,
    response: quotes,
    handler: async ({ tx, actor, params, body }) => {
      await recordQuote(tx, actor, { type, id: params.id }, body);
      return { items: await listQuotes(tx, { type, id: params.id }) };
    },
  }),
];

export const quoteEndpoints: readonly Endpoint[] = [
  ...quotesOf("/api/v1/requisitions", "requisition", {
    read: "requisition.read",
    write: "quote.record",
  }),
  ...quotesOf("/api/v1/purchase-orders", "purchaseOrder", {
    read: "purchaseOrder.read",
    write: "quote.record",
  }),
  recordAct("/api/v1/price-quotes", "withdraw", {
    permission: "quote.record",
    summary: "Take a quote out of account, with the reason",
    body: quoteWithdrawal,
    response: quotes,
    handler: async ({ tx, actor, params, body, ifMatch }) => ({
      items: await listQuotes(tx, await withdrawQuote(tx, actor, params.id, ifMatch, body.reason)),
    }),
  }),
];
