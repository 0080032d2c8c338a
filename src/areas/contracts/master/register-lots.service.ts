import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { RowProblem, Verdict } from "#server/import/importer.ts";
import { placeOfLot } from "./joint.service.ts";
import { createMaster } from "./master.service.ts";

/** What a row of a register says of a lot; money in cents. */
type LotRow = {
  earlierNumber: string;
  lotNo: number | null;
  jointCeiling: number | null;
  title: string;
  drawn: number;
};
/** A contract with lots: on file, or as rows of this file make it. `room`: cents left, `lots`: taken. */
export type Group = { id: string; title: string; ceiling: number; room: number; lots: Set<number> };

/** The number that all lots of a contract share; the number of a lot of ours ends with its place. */
export const sharedNumber = ({
  earlierNumber,
  lotNo,
}: Pick<LotRow, "earlierNumber" | "lotNo">): string =>
  earlierNumber.replace(new RegExp(`-L${lotNo}$`, "i"), "");

/** Contracts with lots by the numbers that rows name: their own, and those before they came here. */
export const groupsOf = async (db: Db, rows: readonly LotRow[]): Promise<Map<string, Group>> => {
  const numbers = [...new Set(rows.map((row) => sharedNumber(row).toLowerCase()))];
  const found = await db.rows<Omit<Group, "lots"> & { numbers: string[]; lots: number[] }>(sql`
    select
      m.id, m.title, m.ceiling, (m.ceiling - m.drawn)::bigint as room, array[lower(m.number),
      lower(m.earlier_number)] as numbers,
      array(
        select c.lot_no
        from contract c
        where c.org_id = m.org_id and c.master_id = m.id and c.lot_no is not null
      ) as lots
    from contract_master m
    where m.org_id = ${db.scope.orgId}
      and (
        lower(m.number) = any(${numbers}::text[])
        or (m.earlier_number <> '' and lower(m.earlier_number) = any(${numbers}::text[]))
      )
  `);
  return new Map(
    found.flatMap((m) => {
      const group = { ...m, lots: new Set(m.lots) };
      return m.numbers.flatMap((n) => (n ? [[n, group] as const] : []));
    }),
  );
};

/** A lot joins the contract of its number: on file, or as the rows before it began it. */
export const verdictOnLot = <P>(
  row: LotRow,
  groups: Map<string, Group>,
  planOf: (masterId: string) => P,
): Verdict<P> => {
  const reject = (problem: RowProblem): Verdict<P> => ({ action: "reject", problem });
  const number = sharedNumber(row).toLowerCase();
  const ceiling = row.jointCeiling!;
  const group = groups.get(number) ?? {
    id: newId(),
    title: row.title,
    ceiling,
    room: ceiling,
    lots: new Set(),
  };
  if (group.ceiling !== ceiling)
    return reject({
      column: "Ceiling over all lots",
      expected: formatCents(group.ceiling),
      found: formatCents(ceiling),
      fix: "All lots of one number name the same ceiling over all lots.",
    });
  if (group.lots.has(row.lotNo!))
    return reject({
      column: "Lot",
      expected: "each lot once",
      found: String(row.lotNo),
      fix: "This number has such a lot already: give it another lot number.",
    });
  if (row.drawn > group.room)
    return reject({
      column: "Drawn",
      expected: `at most ${formatCents(group.room)}`,
      found: formatCents(row.drawn),
      fix: "All lots together have drawn more than the ceiling over them: correct one of both.",
    });
  group.room -= row.drawn;
  group.lots.add(row.lotNo!);
  groups.set(number, group);
  return { action: "create", plan: planOf(group.id) };
};

/**
 * The number of a lot that is brought in. Its contract is made with its first row; what was ordered
 * under the lot counts there too.
 */
export const lotOf = async (
  tx: Tx,
  actor: Actor,
  row: LotRow,
  masterId: string,
): Promise<string> => {
  const known = await tx.maybe<{ id: string }>(sql`
    select id
    from contract_master
    where org_id = ${tx.scope.orgId} and id = ${masterId}
  `);
  if (!known)
    await createMaster(tx, actor, {
      id: masterId,
      title: row.title,
      ceiling: row.jointCeiling!,
      earlierNumber: sharedNumber(row),
    });
  const { number } = await placeOfLot(tx, masterId, row.lotNo);
  await tx.rows(sql`
    update contract_master
    set drawn = drawn + ${row.drawn}::bigint
    where org_id = ${tx.scope.orgId} and id = ${masterId}
  `);
  return number;
};
