import { declarationStanding } from "#areas/emergency/emergency.server.ts";
import { dateIn, formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import type { IncidentInput } from "./incident.model.ts";

/**
 * Refuses a local declaration that held on no day of the incident: it ended before, or came after.
 * @throws Problem 422 at its field.
 */
export const requireDeclared = async (
  tx: Tx,
  { declarationId, beginsOn, endsOn }: Pick<IncidentInput, "declarationId" | "beginsOn" | "endsOn">,
): Promise<void> => {
  if (!declarationId) return;
  const found = await declarationStanding(tx, declarationId);
  if (!found) throw invalidField("declarationId", "Choose a local declaration of the agency.");
  const zone = tx.scope.timeZone ?? "UTC";
  const ended = found.endedAt && dateIn(found.endedAt, zone);
  if (ended && ended < beginsOn)
    throw invalidField(
      "declarationId",
      `${found.number} ended on ${formatDate(ended)}, before the incident began on ${formatDate(beginsOn as Day)}. Choose one that held then, or leave it empty.`,
    );
  const declared = dateIn(found.declaredAt, zone);
  if (endsOn && endsOn < declared)
    throw invalidField(
      "declarationId",
      `${found.number} was declared on ${formatDate(declared)}, after the incident ended on ${formatDate(endsOn as Day)}. Choose one that held then, or leave it empty.`,
    );
};
