import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { costClassRow, costPolicyInput, costPolicyRow } from "./policy.model.ts";
import { costClasses, costPolicies, setCostPolicy } from "./policy.service.ts";

const read = "stock.read";
const path = "/api/v1/stock-cost-policies";

/** How issues are priced, from which day on. */
export const policyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: read,
    summary: "From which day on each class of items is priced how",
    response: z.object({ items: z.array(costPolicyRow) }),
    handler: async ({ db }) => ({ items: await costPolicies(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/stock-cost-classes",
    permission: read,
    summary: "The classes of items, what they are worth, and how their issues are priced today",
    response: z.object({ items: z.array(costClassRow) }),
    handler: async ({ db }) => ({ items: await costClasses(db) }),
  }),
  endpoint({
    method: "POST",
    path,
    // What stock costs is said by who keeps the books, not by who keeps the stores.
    permission: "books.rules",
    summary: "Say how issues of a class of items are priced from a day to come on",
    status: 201,
    body: costPolicyInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => setCostPolicy(tx, actor, body),
  }),
];
