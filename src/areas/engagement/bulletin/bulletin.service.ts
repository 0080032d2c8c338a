import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { note } from "#server/change.ts";
import { freshBytes } from "#server/random.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { ListDefinition } from "#server/http/list.ts";
import { queueMail } from "#server/mail/mail.ts";
import { bulletinAskedLetter } from "../letters.service.ts";
import { visitorNumber, type Host } from "../host.service.ts";
import { subscriptionOf } from "./announce.service.ts";
import { digestOf } from "../token.service.ts";
import { bulletinStates } from "./bulletin.labels.ts";
import type { bulletinInput } from "./bulletin.model.ts";

const state =
  "case when b.ended_at is not null then 'ended' when b.confirmed_at is not null then 'confirmed' else 'asked' end";

export const bulletinList: ListDefinition = {
  name: "bulletin-subscribers",
  from: "bulletin_subscriber b",
  alias: "b",
  columns: {
    id: { sql: "b.id", hidden: true },
    email: { sql: "b.email", label: "Email", sort: true },
    commodityPrefixes: { sql: "b.commodity_prefixes", label: "Commodities" },
    state: { sql: state, label: "State", codes: bulletinStates },
    createdAt: { sql: "b.created_at", label: "Asked", sort: true },
    confirmedAt: { sql: "b.confirmed_at", label: "Confirmed" },
  },
  filters: { state: { kind: "set", sql: `(${state})`, type: "text" } },
  search: ["b.email"],
  defaultSort: "email",
};

/**
 * Asks an address to confirm that it wants the bulletin; asked again, the choice of goods is
 * replaced and the letter goes out once more.
 */
export const subscribe = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  input: z.output<typeof bulletinInput>,
): Promise<void> => {
  const token = freshBytes(24).toString("base64url");
  const row = await tx.one<{ id: string; email: string; commodityPrefixes: string[] }>(sql`
    insert into bulletin_subscriber (org_id, id, email, commodity_prefixes, token_digest)
    values (${host.id}, ${newId()}, ${input.email}, ${input.commodityPrefixes}, ${digestOf(token)})
    on conflict (org_id, email)
    do update set
      commodity_prefixes = excluded.commodity_prefixes, token_digest = excluded.token_digest,
      ended_at = null, version = bulletin_subscriber.version + 1, updated_at = clock_timestamp()
    returning id, email, commodity_prefixes
  `);
  note(tx, actor, "bulletinSubscriber", row.id, {
    number: visitorNumber(row.id),
    action: "bulletin.ask",
    after: row,
    event: null,
  });
  await queueMail(tx, { ...bulletinAskedLetter({ token }), to: input.email, orgId: host.id });
};

/** Confirms or ends by the letter's token; the same twice changes nothing. @throws 404 */
export const answerBulletin = async (
  tx: Tx,
  actor: Actor,
  host: Host,
  token: string,
  end: boolean,
): Promise<void> => {
  const row = await tx.maybe<{ id: string; email: string }>(
    end
      ? sql`
        update bulletin_subscriber
        set ended_at = coalesce(ended_at, clock_timestamp())
        where org_id = ${host.id}
          and (token_digest = ${digestOf(token)} or id = ${subscriptionOf(token)}::uuid)
        returning id, email
      `
      : sql`
        update bulletin_subscriber
        set confirmed_at = coalesce(confirmed_at, clock_timestamp()), ended_at = null
        where org_id = ${host.id} and token_digest = ${digestOf(token)}
        returning id, email
      `,
  );
  if (!row) throw notFound("subscription");
  note(tx, actor, "bulletinSubscriber", row.id, {
    number: visitorNumber(row.id),
    action: end ? "bulletin.end" : "bulletin.confirm",
    after: { ended: end },
    event: null,
  });
};
