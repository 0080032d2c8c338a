import type { Actor } from "#kernel/access.ts";
import { addDays, daysBetween, type Day } from "#kernel/time.ts";
import { workforce } from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { seesAllTraining } from "../training.model.ts";
import { expiringDays, stateOn } from "./certificate.labels.ts";
import type { CertificateMatrix, MatrixCell } from "./certificate.model.ts";

/** So many people stand in one matrix. */
const mostPeople = 200;

type Held = {
  id: string;
  holderId: string;
  code: string;
  status: string;
  validUntil: Day | null;
};

// One of each person and code: a verified one before one that waits, of these the one that ends last.
const newest = (db: Db, people: readonly string[]): Promise<Held[]> =>
  db.rows<Held>(sql`
    select distinct on (holder_id, code) id, holder_id, code, status, valid_until
    from person_certificate
    where org_id = ${db.scope.orgId}
      and status in ('waiting', 'valid')
      and holder_id = any(${[...people]}::uuid[])
    order by holder_id, code, status = 'waiting', valid_until desc nulls first
  `);

/**
 * People and codes with how each stands today: of a department, or of everybody who has or needs a
 * certificate; for whoever keeps none of others, themselves.
 */
export const certificateMatrixOf = async (
  db: Db,
  actor: Actor,
  departmentId: string | null,
): Promise<CertificateMatrix> => {
  const today = businessDate(db.scope);
  const people = (await workforce(db, seesAllTraining(actor) ? null : [actor.personId!])).filter(
    (one) => departmentId === null || one.departmentId === departmentId,
  );
  const held = await newest(
    db,
    people.map(({ id }) => id),
  );
  const cells = new Map<string, MatrixCell[]>();
  for (const one of held) {
    const cell: MatrixCell = {
      code: one.code,
      state: stateOn(one, today, addDays(today, expiringDays)),
      daysLeft: one.validUntil && daysBetween(today, one.validUntil),
      certificateId: one.id,
    };
    cells.set(one.holderId, [...(cells.get(one.holderId) ?? []), cell]);
  }
  const rows = people.filter(({ id }) => cells.has(id) || !seesAllTraining(actor));
  const count = (state: string) =>
    [...cells.values()].flat().filter((cell) => cell.state === state).length;
  return {
    codes: [...new Set(held.map(({ code }) => code))].toSorted(),
    people: rows.slice(0, mostPeople).map(({ id, name, departmentName }) => ({
      ...{ id, name, departmentName },
      cells: cells.get(id) ?? [],
    })),
    more: Math.max(0, rows.length - mostPeople),
    ...{ waiting: count("waiting"), expiring: count("expiring"), expired: count("expired") },
  };
};
