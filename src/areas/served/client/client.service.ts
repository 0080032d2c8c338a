import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { actionsAsked, transition, type TakenStep } from "#server/lifecycle.ts";
import { servedClient } from "../served.tables.ts";
import { linksOf } from "../link/link.read.service.ts";
import { agingOf } from "./aging.service.ts";
import { clientList } from "./client.list.ts";
import type { ClientDetail, ClientInput, ClientRow } from "./client.model.ts";
import { clientNoun, type ClientStored } from "./client.noun.ts";

const requireNewName = async (tx: Tx, name: string, id: string | null) => {
  const known = await tx.maybe<{ number: string }>(sql`
    select number
    from served_client
    where org_id = ${tx.scope.orgId}
      and lower(name) = lower(${name})
      and status = 'active'
      and id is distinct from ${id}::uuid
  `);
  if (known) throw invalidField("name", `${known.number} has this name already.`, "client_known");
};

/** Enters an agency that is served. 422 `client_known`. */
export const addClient = async (
  tx: Tx,
  actor: Actor,
  input: ClientInput,
): Promise<ClientStored> => {
  await requireNewName(tx, input.name, null);
  return create(tx, actor, clientNoun, {
    number: { kind: "CLT" },
    row: { ...input, id: newId(), orgId: tx.scope.orgId!, ownerId: actor.personId },
  });
};

/** Changes a client. 404, 409, 412; 422 `client_known`. */
export const changeClient = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ClientInput,
  version: number | null,
): Promise<ClientStored> =>
  change(tx, actor, clientNoun, {
    ...{ id, version },
    effect: async () => {
      await requireNewName(tx, input.name, id);
      return { patch: input };
    },
  });

/** Ends a client that owes nothing and has nothing open. 404, 412; 409 `client_open`. */
export const endClient = (tx: Tx, actor: Actor, at: TakenStep): Promise<ClientStored> =>
  transition(tx, actor, clientNoun, {
    ...at,
    action: "end",
    effect: async () => {
      const open = await tx.maybe(sql`
        select 1 as open
        from served_bill b
        where b.org_id = ${tx.scope.orgId}
          and b.client_id = ${at.id}
          and b.status in ('draft', 'approved', 'sent', 'part_paid', 'disputed')
        union all
        select 1
        from served_request r
        where r.org_id = ${tx.scope.orgId}
          and r.client_id = ${at.id}
          and r.status in ('requested', 'accepted', 'at_work', 'to_bill')
        limit 1
      `);
      if (open) throw conflict("client_open", "It has open requests or bills: settle them before.");
      await tx.rows(sql`
        update served_link
        set ended_at = clock_timestamp(), version = version + 1
        where org_id = ${tx.scope.orgId} and client_id = ${at.id} and ended_at is null
      `);
      return {};
    },
  });

/** Serves a client again. 404, 409, 412; 422 `client_known`. */
export const serveAgain = (tx: Tx, actor: Actor, at: TakenStep): Promise<ClientStored> =>
  transition(tx, actor, clientNoun, {
    ...at,
    action: "serveAgain",
    effect: async ({ name }) => {
      await requireNewName(tx, name, at.id);
      return {};
    },
  });

/** A client with its links and what it owes at the end of a day (today). 404. */
export const readClient = async (
  db: Db,
  actor: Actor,
  id: string,
  on: Day | null = null,
): Promise<ClientDetail> => {
  const row = await getRow(db, servedClient, id, "client");
  const [{ items }, links, aging, actions] = await Promise.all([
    runList<ClientRow>(db, actor, clientList, { id: [id], limit: 1 }),
    linksOf(db, id),
    agingOf(db, id, on ?? businessDate(db.scope)),
    actionsAsked(db, actor, clientNoun, row),
  ]);
  const { address, email, contacts, note } = row;
  return { ...items[0]!, address, email, contacts, note, links, aging, actions };
};
