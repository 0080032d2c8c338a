import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { formatDate } from "#kernel/dates.ts";
import { day } from "#kernel/time.ts";
import { note } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { claimable } from "../change/terms.service.ts";
import { keepContractDays } from "../contract/contract-deadlines.service.ts";
import { contract } from "../contracts.tables.ts";
import { costOfOpenWork } from "./open-work.ts";
import { completionFault, type CompletionInput } from "./retainage.model.ts";
import { completionOf, type Completed } from "./retainage.service.ts";
import { contractCompletion } from "./retainage.tables.ts";

/**
 * Stores when the work was substantially complete and what stood open then; what may be withheld
 * follows. 409, 412, 422 as where it is recorded.
 */
export const storeCompletion = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CompletionInput,
  version: number | null,
): Promise<Completed & { number: string; status: string }> => {
  const c = await lockRow(tx, contract, id, "contract");
  if (!claimable.includes(c.status) || c.status === "closed")
    throw conflict("contract_not_in_force", `${c.number} is not in force, or is closed.`);
  const fault = completionFault(input.completedOn, c, businessDate(tx.scope));
  if (fault) throw invalidField("completedOn", fault);
  const row = { ...input, completedOn: day(input.completedOn) };
  const before = await completionOf(tx, id);
  requireVersion(before?.version ?? 0, version);
  const after = before
    ? await updateRow(tx, contractCompletion, id, row)
    : await insertRow(tx, contractCompletion, { ...row, orgId: c.orgId, id });
  note(tx, actor, "contract", c, {
    action: "recordCompletion",
    before,
    after,
    note: `Substantially complete on ${formatDate(after.completedOn)}`,
  });
  await keepContractDays(tx, actor, id);
  return { ...after, number: c.number, status: c.status };
};

/**
 * Records when the work was substantially complete and what stood open, or corrects it: what may be
 * withheld follows. 409 for a contract that was never in force or is closed, 412 for a stale version,
 * 422 for a day that cannot be, and `by_list` for a cost where a list of its items says it.
 */
export const recordCompletion = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: CompletionInput,
  version: number | null,
): Promise<Completed & { number: string; status: string }> => {
  const listed = await costOfOpenWork(tx, id);
  if (listed !== null && input.costToCorrect !== 0)
    throw invalidField(
      "costToCorrect",
      "The punch list of its project says what is left to correct. Leave it out, and correct the items there.",
      "by_list",
    );
  const costToCorrect = listed ?? input.costToCorrect;
  return storeCompletion(tx, actor, id, { ...input, costToCorrect }, version);
};
