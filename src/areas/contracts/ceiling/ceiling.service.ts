import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { conflict, notFound, type Problem } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { announce } from "#server/lifecycle.ts";
import { notify, peopleOnDuty } from "#areas/organization/organization.server.ts";
import type { contract } from "../contracts.tables.ts";
import { contractCeilingEntry } from "../contracts.tables.ts";
import { contractStatuses, type ContractStatus } from "../contract/contract.labels.ts";
import type { EntryKind } from "./ceiling.labels.ts";
import { bandOf } from "./ceiling.model.ts";

export type Drawing = { kind: EntryKind; orderId: string | null; note: string };
type Standing = {
  number: string;
  title: string;
  status: string;
  endsOn: Day;
  ownerId: string | null;
  ceiling: number;
  drawn: number;
  toldPercent: number;
};
/** The ceiling over all lots of the contract that a lot belongs to. */
type Joint = { master: string; jointCeiling: number; jointDrawn: number };
type Room = Standing & (Joint | { master: null });
/** The same after a move, with the share of it that owners were told of last. */
type MovedJoint = {
  masterId: string;
  masterNumber: string;
  masterTitle: string;
  jointCeiling: number;
  jointDrawn: number;
  jointTold: number;
};
type Moved = Standing & { beyond: boolean } & (MovedJoint | { masterId: null });

// One statement: the room is asked and taken at once, so that of two orders that come together the
// second sees what the first has left. Giving back is never refused. A lot draws on the ceiling over all
// lots in the same statement; where that refuses (`beyond`) the caller's transaction ends.
const move = (tx: Tx, actor: Actor, contractId: string, cents: number, entry: Drawing) =>
  tx.maybe<Moved>(sql`
    with moved as (
      update contract
      set drawn = drawn + ${cents}::bigint, entries = entries + 1, updated_at = clock_timestamp()
      where org_id = ${tx.scope.orgId}
        and id = ${contractId}
        and (
          ${cents}::bigint < 0
          or (
            status = 'active'
            and ends_on >= ${businessDate(tx.scope)}::date
            and drawn + ${cents}::bigint <= ceiling
          )
        )
      returning *
    ),
    joint as (
      update contract_master m
      set drawn = m.drawn + ${cents}::bigint, updated_at = clock_timestamp()
      from moved
      where m.org_id = moved.org_id
        and m.id = moved.master_id
        and (${cents}::bigint < 0 or m.drawn + ${cents}::bigint <= m.ceiling)
      returning m.id, m.number, m.title, m.ceiling, m.drawn, m.told_percent
    ),
    entry as (
      insert into contract_ceiling_entry (
        org_id, id, contract_id, sequence, kind, amount, order_id, note, at, by
      )
      select
        org_id, ${newId()}, id, entries, ${entry.kind}, ${cents}::bigint, ${entry.orderId}::uuid,
        ${entry.note}, ${businessNow(tx.scope).toISOString()}::timestamptz, ${actor.personId}::uuid
      from moved
    )
    select
      c.number, c.title, c.status, c.ends_on, c.owner_id, c.ceiling, c.drawn, c.told_percent,
      (c.master_id is not null and j.id is null) as beyond, j.id as master_id,
      j.number as master_number, j.title as master_title, j.ceiling as joint_ceiling,
      j.drawn as joint_drawn, j.told_percent as joint_told
    from moved c
    left join joint j on true
  `);

/** How a contract stands now. 404. */
const standingOf = async (db: Db, contractId: string): Promise<Room> => {
  const row = await db.maybe<Room>(sql`
    select
      c.number, c.title, c.status, c.ends_on, c.owner_id, c.ceiling, c.drawn, c.told_percent,
      m.number as master, m.ceiling as joint_ceiling, m.drawn as joint_drawn
    from contract c
    left join contract_master m on m.org_id = c.org_id and m.id = c.master_id
    where c.org_id = ${db.scope.orgId} and c.id = ${contractId}
  `);
  if (!row) throw notFound("contract");
  return row;
};

/** Why no order is placed under a contract on this day; null where one may be. */
export const notInForce = (
  { number, status, endsOn }: Pick<Standing, "number" | "status" | "endsOn">,
  today: string,
): string | null =>
  status !== "active"
    ? `${number} is ${contractStatuses[status as ContractStatus].label.toLowerCase()}: orders are placed under contracts in force.`
    : endsOn < today
      ? `${number} ended on ${formatDate(endsOn)}. Exercise an option or extend its term by an amendment, or place the order under another contract.`
      : null;

// `overAll`: its own ceiling has room, the one over all lots has none.
const refusalOf = async (
  tx: Tx,
  contractId: string,
  cents: number,
  overAll: boolean,
): Promise<Problem> => {
  const now = await standingOf(tx, contractId);
  const why = notInForce(now, businessDate(tx.scope));
  if (why) return conflict("contract_not_in_force", why);
  return overAll && now.master !== null
    ? conflict(
        "over_joint_ceiling",
        `${formatCents(Math.max(0, now.jointCeiling - now.jointDrawn))} left of ${formatCents(now.jointCeiling)} over all lots of ${now.master}, and this takes ${formatCents(cents)}. Order less, or raise the ceiling over all lots by an amendment of a lot.`,
      )
    : conflict(
        "over_ceiling",
        `${formatCents(Math.max(0, now.ceiling - now.drawn))} left of ${formatCents(now.ceiling)} on ${now.number}, and this takes ${formatCents(cents)}. Order less, or raise the ceiling by an amendment.`,
      );
};

/**
 * Refuses what does not fit now, so that nobody approves it in vain; what is drawn is decided by
 * `draw`. Its errors.
 */
export const requireRoom = async (tx: Tx, contractId: string, cents: number): Promise<void> => {
  const now = await standingOf(tx, contractId);
  const beyondAll = now.master !== null && now.jointDrawn + cents > now.jointCeiling;
  const beyond = now.drawn + cents > now.ceiling;
  if (notInForce(now, businessDate(tx.scope)) || beyond || beyondAll)
    throw await refusalOf(tx, contractId, cents, !beyond);
};

// The owner hears once of each share; of several that are crossed together, of the highest.
const tellOwner = async (tx: Tx, contractId: string, now: Standing): Promise<void> => {
  const band = bandOf(now.drawn, now.ceiling);
  if (band <= now.toldPercent) return;
  await tx.rows(sql`
    update contract
    set told_percent = ${band}
    where org_id = ${tx.scope.orgId} and id = ${contractId}
  `);
  notify(tx, now.ownerId ? [now.ownerId] : await peopleOnDuty(tx, "contract_manager"), {
    kind: "contract",
    title: `${now.number} has drawn ${band} percent of its ceiling`,
    body: `${now.title}: ${formatCents(now.ceiling - now.drawn)} left of ${formatCents(now.ceiling)}.`,
    link: `/contracts/${contractId}`,
  });
};

// The owners of all lots hear of the ceiling that they share, once of each share.
const tellOwnersOfLots = async (tx: Tx, now: MovedJoint): Promise<void> => {
  const band = bandOf(now.jointDrawn, now.jointCeiling);
  if (band <= now.jointTold) return;
  await tx.rows(sql`
    update contract_master
    set told_percent = ${band}
    where org_id = ${tx.scope.orgId} and id = ${now.masterId}
  `);
  const owners = await tx.rows<{ id: string }>(sql`
    select distinct owner_id as id
    from contract
    where org_id = ${tx.scope.orgId} and master_id = ${now.masterId} and owner_id is not null
  `);
  const people = owners.length
    ? owners.map(({ id }) => id)
    : await peopleOnDuty(tx, "contract_manager");
  notify(tx, people, {
    kind: "contract",
    title: `All lots of ${now.masterNumber} have drawn ${band} percent of their ceiling`,
    body: `${now.masterTitle}: ${formatCents(now.jointCeiling - now.jointDrawn)} left of ${formatCents(now.jointCeiling)}.`,
    link: `/contracts/lots/${now.masterId}`,
  });
};

/** Tells the owner of a contract which share of its ceiling is drawn, once of each. */
export const tellCeiling = async (tx: Tx, contractId: string): Promise<void> =>
  tellOwner(tx, contractId, await standingOf(tx, contractId));

/**
 * Draws cents on a contract, or gives them back where they are negative; 0 does nothing. 409
 * `over_ceiling` and, for a lot, `over_joint_ceiling` with what is left, `contract_not_in_force`
 * after its end and while it is not active.
 */
export const draw = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  cents: number,
  entry: Drawing,
): Promise<void> => {
  if (cents === 0) return;
  const now = await move(tx, actor, contractId, cents, entry);
  if (!now || now.beyond) throw await refusalOf(tx, contractId, cents, now !== null);
  await tellOwner(tx, contractId, now);
  if (now.masterId !== null) await tellOwnersOfLots(tx, now);
  announce(tx, tx.scope.orgId!, "contract.draw", contractId);
};

/** What an order holds of its contract's ceiling, in cents. */
export const heldBy = async (tx: Tx, orderId: string): Promise<number> =>
  (
    await tx.one<{ held: number }>(sql`
      select coalesce(sum(amount), 0)::bigint as held
      from contract_ceiling_entry
      where org_id = ${tx.scope.orgId} and order_id = ${orderId}
    `)
  ).held;

type CeilingEntry = Pick<
  typeof contractCeilingEntry.$inferInsert,
  "contractId" | "sequence" | "kind" | "amount" | "note"
> & { amendmentId?: string | null; changeId?: string | null };

/** Keeps what moved a ceiling; whoever calls it holds the contract's row and stores the sums. */
export const keepEntry = (tx: Tx, actor: Actor, entry: CeilingEntry) =>
  insertRow(tx, contractCeilingEntry, {
    ...entry,
    orgId: tx.scope.orgId!,
    id: newId(),
    orderId: null,
    amendmentId: entry.amendmentId ?? null,
    changeId: entry.changeId ?? null,
    at: businessNow(tx.scope).toISOString(),
    by: actor.personId,
  });

type Held = Pick<
  typeof contract.$inferSelect,
  "id" | "ceiling" | "drawn" | "entries" | "toldPercent"
>;
type Cause = Pick<CeilingEntry, "kind" | "note" | "amendmentId" | "changeId">;

/**
 * Moves the ceiling of a contract whose row is held by so many cents: keeps the entry, and gives what
 * the row takes. Nothing for 0.
 */
export const moveCeiling = async (
  tx: Tx,
  actor: Actor,
  c: Held,
  cents: number,
  cause: Cause,
): Promise<Partial<Held>> => {
  if (cents === 0) return {};
  const [ceiling, entries] = [c.ceiling + cents, c.entries + 1];
  await keepEntry(tx, actor, { ...cause, contractId: c.id, sequence: entries, amount: cents });
  return { ceiling, entries, toldPercent: Math.min(c.toldPercent, bandOf(c.drawn, ceiling)) };
};
