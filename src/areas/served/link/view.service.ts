import { businessDate } from "#server/clock.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { MessageRow } from "../request/request.model.ts";
import type { ClientView } from "./link.model.ts";
import { byLink, standingOfLink } from "./link.service.ts";

type Request = ClientView["requests"][number];

const requestsOf = async (db: Db, clientId: string): Promise<Request[]> => {
  const requests = await db.rows<Omit<Request, "messages">>(sql`
    select id, number, title, status, created_at
    from served_request
    where org_id = ${db.scope.orgId} and client_id = ${clientId}
    order by created_at desc, id
    limit 200
  `);
  const messages = await db.rows<MessageRow & { requestId: string }>(sql`
    select id, side, author, text, created_at, request_id
    from served_message
    where org_id = ${db.scope.orgId} and request_id = any(${requests.map(({ id }) => id)}::uuid[])
    order by created_at, id
    limit 2000
  `);
  return requests.map((request) => ({
    ...request,
    messages: messages.flatMap(({ requestId, ...message }) =>
      requestId === request.id ? [message] : [],
    ),
  }));
};

const billsOf = (db: Db, clientId: string) =>
  db.rows<ClientView["bills"][number]>(sql`
    select id, number, status, issued_on, due_on, total, received
    from served_bill
    where org_id = ${db.scope.orgId} and client_id = ${clientId} and issued_on is not null
    order by issued_on desc, number desc
    limit 200
  `);

const agreementsOf = (db: Db, clientId: string) =>
  db.rows<ClientView["agreements"][number]>(sql`
    select
      id, number, title, starts_on, ends_on, ceiling, terms, services, overhead_on, overhead_bp,
      pay_days, status = 'approved' and client_signed_on is null as to_sign
    from served_agreement
    where org_id = ${db.scope.orgId}
      and client_id = ${clientId}
      and status in ('approved', 'active', 'ended')
    order by number desc
    limit 50
  `);

const stillOwed = (bills: readonly Pick<ClientView["bills"][number], "total" | "received">[]) =>
  bills.reduce((sum, { total, received }) => sum + total - received, 0);

const nothing = { owed: 0, late: 0, agreements: [], requests: [], bills: [] };

/** What a link shows: all of its own client's, or why it shows nothing. 404 for any other token. */
export const readByLink = (app: App, token: string): Promise<ClientView> =>
  byLink(
    app,
    token,
    async (tx, { link, client, actor }) => {
      const { name: agency, timeZone } = await readOrganization(tx);
      const today = businessDate(tx.scope, actor.timeZone);
      const standing = standingOfLink(link, client, today);
      const head = { agency, timeZone, name: link.name, untilOn: link.untilOn, ...standing };
      if (standing.closed) return { ...head, ...nothing, client: "" };
      const [agreements, requests, bills] = await Promise.all([
        agreementsOf(tx, client.id),
        requestsOf(tx, client.id),
        billsOf(tx, client.id),
      ]);
      const owing = bills.filter(({ status }) =>
        ["sent", "part_paid", "disputed"].includes(status),
      );
      const owed = stillOwed(owing);
      const late = stillOwed(owing.filter(({ dueOn }) => dueOn < today));
      return { ...head, client: client.name, owed, late, agreements, requests, bills };
    },
    { open: false },
  );
