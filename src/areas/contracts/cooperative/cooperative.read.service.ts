import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { wholeOf } from "#kernel/fields.ts";
import type { Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { lackingWords, requiredClauses } from "../clause/required.service.ts";
import { contract } from "../contracts.tables.ts";
import { isCooperative } from "./cooperative.labels.ts";
import {
  beyondLead,
  cooperativeFields,
  cooperativeInput,
  gapsOf,
  type CooperativeAnswer,
} from "./cooperative.model.ts";
import type { contractCooperative } from "./cooperative.tables.ts";

type ContractOfFile = typeof contract.$inferSelect;
export type CooperativeFile = typeof contractCooperative.$inferSelect;

/** A contract's cooperative file; null where none is entered. */
export const cooperativeOf = (db: Db, contractId: string): Promise<CooperativeFile | null> =>
  db.maybe<CooperativeFile>(sql`
    select *
    from contract_cooperative
    where org_id = ${db.scope.orgId} and id = ${contractId}
  `);

/** The last day of the contract that ours rests on; null where none is known. */
export const leadEndOf = async (db: Db, contractId: string): Promise<Day | null> =>
  (await cooperativeOf(db, contractId))?.leadEndsOn ?? null;

/** Refuses a contract that would last longer than before, and than the one that it rests on. 409 `rule`. */
export const requireWithinLead = async (
  db: Db,
  c: Pick<ContractOfFile, "id" | "endsOn">,
  endsOn: Day,
): Promise<void> => {
  const beyond = endsOn > c.endsOn ? beyondLead(await leadEndOf(db, c.id), endsOn) : null;
  if (beyond) throw conflict("rule", beyond);
};

const gapsIn = async (db: Db, c: ContractOfFile, file: CooperativeFile | null) => {
  const lacking = c.federalAward ? lackingWords(await requiredClauses(db, c)) : [];
  return gapsOf(file, { ...c, lacking }, businessDate(db.scope));
};

/** What the file of a cooperative contract lacks; nothing for a contract of another kind. */
export const cooperativeGaps = async (db: Db, c: ContractOfFile): Promise<string[]> =>
  isCooperative(c) ? gapsIn(db, c, await cooperativeOf(db, c.id)) : [];

/** Refuses an order under a cooperative contract whose file has a gap: 409 with the part that is missing. */
export const requireCooperative = async (db: Db, contractId: string): Promise<void> => {
  const [gap] = await cooperativeGaps(db, await getRow(db, contract, contractId, "contract"));
  if (gap) throw conflict("cooperative_gap", gap);
};

/** Statuses in which nobody writes the file: approvers decide on it, or the contract is over. */
const fixed = new Set(["in_approval", "closed", "cancelled"]);

/** Whether the file may be written in this status. */
export const isWritable = (status: string): boolean => !fixed.has(status);

const namesOf = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; name: string }>(sql`
    select id, name
    from stored_file
    where org_id = ${db.scope.orgId} and id = any(${[...ids]}::uuid[])
  `);

/** A contract's cooperative file with names of its documents and its gaps. 404. */
export const readCooperative = async (
  db: Db,
  actor: Actor,
  contractId: string,
): Promise<CooperativeAnswer> => {
  const c = await getRow(db, contract, contractId, "contract");
  const file = await cooperativeOf(db, contractId);
  const ids = [file?.competitionFileId, file?.rightFileId].flatMap((id) => id ?? []);
  const [gaps, names] = await Promise.all([
    isCooperative(c) ? gapsIn(db, c, file) : [],
    ids.length > 0 ? namesOf(db, ids) : [],
  ]);
  const nameOf = (id: string | null | undefined) =>
    names.find((each) => each.id === id)?.name ?? null;
  const beyond = beyondLead(file?.leadEndsOn, c.endsOn);
  return {
    ...wholeOf(cooperativeFields, cooperativeInput.parse(file ?? {})),
    competitionFile: nameOf(file?.competitionFileId),
    rightFile: nameOf(file?.rightFileId),
    gaps,
    warnings: beyond ? [beyond] : [],
    version: file?.version ?? 0,
    canEdit: isCooperative(c) && isWritable(c.status) && actor.permissions.has("contract.edit"),
  };
};
