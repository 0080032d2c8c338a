import { dateIn } from "#kernel/dates.ts";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Day } from "#kernel/time.ts";
import {
  competenceCode,
  competenceSaid,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { businessDate, databaseNow } from "#server/clock.ts";
import { cached } from "#server/db/cache.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { names } from "#kernel/labels.ts";
import { competencesOf } from "../certificate/competence.service.ts";
import { trainingGate } from "../training.tables.ts";
import { nextSessionOf } from "./next-session.service.ts";
import { seatLabels, type SeatName } from "./gate.labels.ts";
import type { Gate, GateInput, GateRow } from "./gate.model.ts";

const keptGates = cached({
  name: "training gates",
  from: ["training_gate"],
  read: (db: Db): Promise<readonly Gate[]> =>
    db.rows<Gate>(sql`
      select seat, enabled, codes, from_day, reason, set_by_name
      from training_gate
      where org_id = ${db.scope.orgId}
      order by from_day, created_at
    `),
});

const inForce = (all: readonly Gate[], seat: SeatName, on: Day): Gate | null =>
  all.findLast((one) => one.seat === seat && one.fromDay <= on) ?? null;

/** Every seat with what holds today, and what is to hold later. */
export const readGates = async (db: Db): Promise<GateRow[]> => {
  const all = await keptGates(db);
  const today = businessDate(db.scope);
  return names(seatLabels).map((seat) => ({
    seat,
    now: inForce(all, seat, today),
    later: all.filter((one) => one.seat === seat && one.fromDay > today),
  }));
};

/** Switches a seat on or off from a day on; what was set before stays on file. 422 for a day that is over. */
export const setGate = async (tx: Tx, actor: Actor, input: GateInput): Promise<{ id: string }> => {
  if (input.fromDay < businessDate(tx.scope))
    throw invalidField("fromDay", "What was done before is judged by what held then.", "gate_past");
  const row = await insertRow(tx, trainingGate, {
    ...input,
    ...{ orgId: tx.scope.orgId!, id: newId() },
    ...{ setBy: actor.personId, setByName: actor.name ?? "" },
  });
  note(tx, actor, "trainingGate", row.id, {
    ...{ number: seatLabels[input.seat], action: "set", after: input, event: null },
  });
  return { id: row.id };
};

const overridden = async (db: Db, seat: SeatName, people: readonly string[], at: Date) =>
  new Set(
    (
      await db.rows<{ id: string }>(sql`
        select person_id as id
        from seat_override
        where org_id = ${db.scope.orgId}
          and seat = ${seat}
          and status = 'given'
          and person_id = any(${[...people]}::uuid[])
          and until > ${at.toISOString()}
      `)
    ).map(({ id }) => id),
  );

/** What people lack for a seat now, in words, whether overridden or not; null where it is not switched on. */
export const lacksForSeat = async (
  db: Db,
  seat: SeatName,
  people: readonly string[],
  demanded: readonly string[] = [],
): Promise<{ lacks: ReadonlyMap<string, string>; at: Date } | null> => {
  const all = await keptGates(db);
  if (!all.some((one) => one.seat === seat)) return null;
  const at = await databaseNow(db);
  const zone = db.scope.timeZone ?? (await readOrganization(db)).timeZone;
  const today = dateIn(at.toISOString(), zone);
  const gate = inForce(all, seat, today);
  if (!gate?.enabled) return null;
  const codes = [...new Set([...gate.codes, ...demanded].map(competenceCode))];
  const held = await competencesOf(db, people, codes, today);
  const lacks = new Map<string, string>();
  for (const [id, standing] of held) {
    const missing = standing.filter(({ state }) => state !== "held");
    if (missing.length > 0) lacks.set(id, `${missing.map(competenceSaid).join(", ")}.`);
  }
  return { lacks, at };
};

/**
 * Whom a seat is closed to now, by the database's clock: the reason with the next session that teaches it.
 * Whoever somebody let in for some hours is not among them. Null where the seat is not switched on.
 */
export const closedFor = async (
  db: Db,
  seat: SeatName,
  people: readonly string[],
  demanded: readonly string[],
): Promise<ReadonlyMap<string, string> | null> => {
  const found = await lacksForSeat(db, seat, people, demanded);
  if (!found || found.lacks.size === 0) return found && found.lacks;
  const let_ = await overridden(db, seat, [...found.lacks.keys()], found.at);
  const next = await nextSessionOf(db, found.at);
  const closed = [...found.lacks].filter(([id]) => !let_.has(id));
  return new Map(
    closed.map(([id, lacks]): [string, string] => [
      id,
      `${seatLabels[seat]} is kept for the qualified: ${lacks} ${next(lacks)}`.trim(),
    ]),
  );
};
