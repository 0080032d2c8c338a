import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { counted } from "#kernel/words.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { listAll } from "#server/http/list-page.ts";
import { listQuery, type ListQuery } from "#server/http/list.ts";
import { staffOf } from "#areas/organization/organization.server.ts";
import { vendorList } from "#areas/vendors/vendors.server.ts";
import { noticeRecipient } from "../communications.tables.ts";
import type { Audience } from "./notice.labels.ts";

/** A notice goes to at most so many. */
const mostRecipients = 20_000;

type Addressee = {
  name: string;
  email: string | null;
  personId: string | null;
  vendorId: string | null;
  subscriberId: string | null;
};
const nobody = { personId: null, vendorId: null, subscriberId: null };

/** The filters of the vendor directory, as its address holds them. 422 for what it does not know. */
export const vendorQuery = (query: string): ListQuery => {
  const asked = Object.fromEntries(new URLSearchParams(query));
  const read = listQuery(vendorList).safeParse(asked);
  if (!read.success)
    throw invalidField(
      "audience",
      "The vendor directory does not know this filter. Copy the filters from its address again.",
    );
  const { page: _page, limit: _limit, cursor: _cursor, ...filters } = read.data;
  return filters as ListQuery;
};

const vendorsOf = async (db: Db, actor: Actor, query: string): Promise<Addressee[]> =>
  (await listAll(db, actor, vendorList, vendorQuery(query), mostRecipients + 1)).map((row) => ({
    ...nobody,
    name: String(row["name"]),
    email: (row["email"] as string | null) || null,
    vendorId: String(row["id"]),
  }));

const subscribersOf = async (db: Db, topicIds: readonly string[]): Promise<Addressee[]> =>
  (
    await db.rows<{ id: string; email: string }>(sql`
      select id, email
      from notice_subscriber
      where org_id = ${db.scope.orgId}
        and topic_ids && ${[...topicIds]}::uuid[]
        and confirmed_at is not null
        and ended_at is null
      order by email
      limit ${mostRecipients + 1}
    `)
  ).map(({ id, email }) => ({ ...nobody, name: email, email, subscriberId: id }));

const everybodyOf = async (db: Db, actor: Actor, audience: Audience): Promise<Addressee[]> => {
  if (audience.kind === "vendors") return vendorsOf(db, actor, audience.query);
  if (audience.kind === "public") return subscribersOf(db, audience.topicIds);
  const staff = await staffOf(db, actor, audience, mostRecipients + 1);
  return staff.map(({ id, name, email }) => ({ ...nobody, name, email, personId: id }));
};

/**
 * Whom a notice is for now, each address once; those without an address are named too. 422 above
 * 20,000.
 */
const addresseesOf = async (db: Db, actor: Actor, audience: Audience): Promise<Addressee[]> => {
  const all = await everybodyOf(db, actor, audience);
  if (all.length > mostRecipients)
    throw invalidField(
      "audience",
      `A notice goes to at most ${counted(mostRecipients, "address", "addresses")}. Choose fewer, and send several.`,
    );
  const seen = new Set<string>();
  return all.flatMap((one) => {
    const email = one.email?.trim().toLowerCase() ?? null;
    if (email !== null && seen.has(email)) return [];
    if (email !== null) seen.add(email);
    return [{ ...one, email }];
  });
};

/** How many a notice would reach now, and how many of them have no address. */
export const reachOf = async (db: Db, actor: Actor, audience: Audience) => {
  const all = await addresseesOf(db, actor, audience);
  const addresses = all.filter(({ email }) => email !== null).length;
  return { addresses, without: all.length - addresses };
};

/** Writes down everybody whom a notice is for, as they are now. Gives how many have an address. */
export const keepRecipients = async (
  tx: Tx,
  actor: Actor,
  noticeId: string,
  audience: Audience,
): Promise<number> => {
  const all = await addresseesOf(tx, actor, audience);
  const rows = all.map((one) => ({ orgId: tx.scope.orgId!, id: newId(), noticeId, ...one }));
  for (let at = 0; at < rows.length; at += 2000)
    await insertRows(tx, noticeRecipient, rows.slice(at, at + 2000));
  return all.filter(({ email }) => email !== null).length;
};
