import type { Actor } from "#kernel/access.ts";
import { invalidField, notAllowed } from "#kernel/errors.ts";
import { compareQuantity, shownDecimal } from "#kernel/quantity.ts";
import { partSource, type PartWanted } from "#areas/procurement/procurement.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, updateRow } from "#server/db/rows.ts";
import { incident, incidentRequestLine } from "../incident/incident.tables.ts";
import type { InStores } from "./request.model.ts";

type Line = {
  id: string;
  lineNo: number;
  description: string;
  quantity: string;
  unit: string;
};
type Request = { incidentId: string };

const wantedOf = ({ incidentId }: Request, line: Line): PartWanted => ({
  needId: line.id,
  consumer: { type: "incident", id: incidentId },
  description: line.description,
  commodityCode: null,
  quantity: line.quantity,
  unit: line.unit,
});

/** What the stores can give of lines, by the names of their items; nothing of what they do not keep. */
export const linesInStores = async (
  db: Db,
  request: Request,
  lines: readonly Line[],
): Promise<InStores[]> => {
  const found = await partSource()?.available(
    db,
    lines.map((line) => wantedOf(request, line)),
  );
  return [...(found ?? [])].map(([lineId, available]) => ({ lineId, available }));
};

/**
 * Holds a line in the stores for the incident, and gives what it is held under; null in an exercise, which
 * moves no stock. 422 `not_in_stores` where the stores keep no such item or have less of it.
 */
export const holdLine = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  line: Line,
): Promise<string | null> => {
  const source = partSource();
  const wanted = wantedOf(request, line);
  const available = (await source?.available(tx, [wanted]))?.get(line.id);
  if (!source || available === undefined)
    throw invalidField(
      "sources",
      `The stores keep nothing called ${line.description}. Name the item as the stores do, or choose another source for line ${line.lineNo}.`,
      "not_in_stores",
    );
  if (compareQuantity(available, line.quantity) < 0)
    throw invalidField(
      "sources",
      `The stores have ${shownDecimal(available)} of ${line.description}, line ${line.lineNo} takes ${shownDecimal(line.quantity)} ${line.unit}. Let the rest come from elsewhere.`,
      "not_in_stores",
    );
  if ((await getRow(tx, incident, request.incidentId, "incident")).exercise) return null;
  return source.reserve(tx, actor, wanted);
};

/**
 * Issues what is held to the incident, and gives the number of the issue. 403 for whoever may not move
 * stock; 409 as the stores refuse. In an exercise nothing moves.
 */
export const issueLine = async (
  tx: Tx,
  actor: Actor,
  request: Request,
  line: Line & { stockRef: string | null },
): Promise<string | null> => {
  if ((await getRow(tx, incident, request.incidentId, "incident")).exercise) return null;
  if (actor.kind !== "system" && !actor.permissions.has("stock.move"))
    throw notAllowed("Whoever keeps the stores hands this out, and confirms it.");
  return partSource()!.issue(tx, actor, wantedOf(request, line), line.stockRef);
};

/** Gives back what the stores hold for lines that were not given; what was issued comes back by a return. */
export const letGoOfLines = async (
  tx: Tx,
  actor: Actor,
  lines: readonly { id: string; stockRef: string | null; givenAt: string | null }[],
): Promise<void> => {
  for (const { id, stockRef, givenAt } of lines) {
    if (!stockRef || givenAt) continue;
    await partSource()?.giveBack(tx, actor, stockRef);
    await updateRow(tx, incidentRequestLine, id, { stockRef: null });
  }
};
