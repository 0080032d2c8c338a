import {
  closedSeats,
  competences,
  competenceSaid,
  type Seat,
} from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";

/**
 * What a person lacks today of the certificates that a job demands, in words; empty where a supervisor
 * acknowledged by name. Where nobody does the job yet, all of them lack. While no area keeps certificates
 * nothing is held to be shown.
 */
export const lackingOf = async (
  db: Db,
  personId: string | null,
  codes: readonly string[],
  acknowledged: boolean,
): Promise<string[]> => {
  if (codes.length === 0 || acknowledged) return [];
  if (!personId) return [...codes];
  const held = await competences(db, [personId], codes, businessDate(db.scope));
  return (held.get(personId) ?? [])
    .filter(({ state }) => state !== "held")
    .map((one) => (one.state === "missing" ? one.code : competenceSaid(one)));
};

/**
 * How a person stands to work for which the agency may keep a seat: while it is switched on no
 * acknowledgement counts, and `closed` says why they may not begin; else `lacking` as above.
 */
export const standingFor = async (
  db: Db,
  seat: Seat,
  personId: string | null,
  codes: readonly string[],
  acknowledged: boolean,
): Promise<{ lacking: string[]; closed: string | null }> => {
  const kept = personId ? await closedSeats(db, seat, [personId], codes) : null;
  if (kept) return { lacking: [], closed: kept.get(personId!) ?? null };
  return { lacking: await lackingOf(db, personId, codes, acknowledged), closed: null };
};
