import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { capitalRequest } from "../capital.tables.ts";
import { requestCycle, type RequestAction, type RequestStatus } from "./request.labels.ts";

type Stored = typeof capitalRequest.$inferSelect;
export type RequestRecord = Stored & { scores: number };

/** How many people scored a request. */
export const scoreFacts = (db: Pick<Tx, "one" | "scope">, id: string) =>
  db.one<{ scores: number }>(sql`
    select count(*)::int as scores
    from capital_score
    where org_id = ${db.scope.orgId} and request_id = ${id}
  `);

export const requestNoun = defineNoun<
  RequestStatus,
  RequestAction,
  typeof capitalRequest,
  RequestRecord
>({
  name: "capitalRequest",
  path: "capital-requests",
  page: "/capital-planning-management/requests",
  table: capitalRequest,
  cycle: requestCycle,
  number: (request) => request.number,
  askers: ["requestedBy"],
  read: "capital.read",
  facts: scoreFacts,
});
