import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import type { BoughtLine } from "./lines.model.ts";
import { measuredLine } from "./out.tables.ts";

/** Keeps what of which measurement stands in which line of a requisition or solicitation. */
export const keepLines = async (
  tx: Tx,
  to: { requisitionId: string } | { solicitationId: string },
  lines: readonly BoughtLine[],
  firstNo = 1,
): Promise<void> => {
  await insertRows(
    tx,
    measuredLine,
    lines.flatMap(({ key, description, unit, parts }, at) =>
      parts.map(({ id, quantity }) => ({
        ...{ orgId: tx.scope.orgId!, id: newId(), measurementId: id, ...to },
        ...{ lineNo: firstNo + at, itemKey: key, description, unit, quantity },
      })),
    ),
  );
};
