import type { Day, Instant } from "#kernel/time.ts";
import { businessDate, businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { storedFilesOf } from "#server/files/stored-file.ts";
import type { SubmittalCourt, SubmittalTurnKind } from "./submittal.labels.ts";
import type { SubmittalTurn } from "./submittal.model.ts";
import { submittalTurn } from "./submittal.tables.ts";

/** Who takes a turn: the agency's person or the contractor's. */
export type Hand = { side: SubmittalCourt; name: string };

type Taken = {
  kind: SubmittalTurnKind;
  revision: number;
  by: Hand;
  says?: string;
  fileIds?: readonly string[];
  court: SubmittalCourt | null;
};

/** Writes down what a side did; from that day on it is in the court of the side that must act. */
export const takeTurn = async (
  tx: Tx,
  submittalId: string,
  { kind, revision, by, says = "", fileIds = [], court }: Taken,
): Promise<{ court: SubmittalCourt | null; courtSince: Day | null }> => {
  const { position } = await tx.one<{ position: number }>(sql`
    select coalesce(max(position) + 1, 0) as position
    from submittal_turn
    where org_id = ${tx.scope.orgId} and submittal_id = ${submittalId}
  `);
  const onDay = businessDate(tx.scope);
  await insertRow(tx, submittalTurn, {
    orgId: tx.scope.orgId!,
    submittalId,
    position,
    kind,
    revision,
    bySide: by.side,
    byName: by.name,
    at: businessNow(tx.scope).toISOString(),
    onDay,
    says,
    fileIds: [...fileIds],
  });
  return { court, courtSince: court && onDay };
};

type Stored = Omit<SubmittalTurn, "files" | "at"> & {
  submittalId: string;
  at: Instant;
  fileIds: string[];
};

/** What the sides did of submittals, in their order, with the files of each turn. */
export const turnsOf = async (
  db: Db,
  ids: readonly string[],
): Promise<(SubmittalTurn & { submittalId: string })[]> => {
  const turns = await db.rows<Stored>(sql`
    select submittal_id, kind, revision, by_side, by_name, at, says, file_ids
    from submittal_turn
    where org_id = ${db.scope.orgId} and submittal_id = any(${[...ids]}::uuid[])
    order by submittal_id, position
    limit 5000
  `);
  const files = await storedFilesOf(
    db,
    turns.flatMap(({ fileIds }) => fileIds),
  );
  return turns.map(({ fileIds, ...turn }) => ({
    ...turn,
    files: fileIds.flatMap((id) => {
      const file = files.get(id);
      return file ? [{ id, name: file.name }] : [];
    }),
  }));
};
