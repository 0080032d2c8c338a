import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { wholeOf } from "#kernel/fields.ts";
import { note } from "#server/change.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { requireSeenFile } from "#server/files/holders.ts";
import { isEditable, withAuthor } from "../contract/contract.service.ts";
import { contract } from "../contracts.tables.ts";
import { isCooperative } from "./cooperative.labels.ts";
import { beyondLead, cooperativeFields, type CooperativeInput } from "./cooperative.model.ts";
import { cooperativeOf, isWritable, type CooperativeFile } from "./cooperative.read.service.ts";
import { contractCooperative } from "./cooperative.tables.ts";

const fileFields = ["competitionFileId", "rightFileId"] as const;

const requireFiles = async (tx: Tx, actor: Actor, input: CooperativeInput): Promise<void> => {
  for (const field of fileFields) {
    if (input[field]) await requireSeenFile(tx, actor, input[field], field);
  }
};

/**
 * Writes the file of a cooperative contract. Before its signature whoever writes it is one of the
 * contract's authors. 409 for a contract of another kind, while approvers decide and once it is over;
 * 412 for a stale version; 422 at a file that is not this agency's, and for a lead contract that ends
 * before ours while our term can still be changed. Afterwards an earlier day is kept as it is: orders
 * stop with it.
 */
export const keepCooperative = async (
  tx: Tx,
  actor: Actor,
  contractId: string,
  input: CooperativeInput,
  version: number | null,
): Promise<CooperativeFile & { number: string; status: string }> => {
  const c = await lockRow(tx, contract, contractId, "contract");
  const before = await cooperativeOf(tx, contractId);
  requireVersion(before?.version ?? 0, version);
  if (!isCooperative(c))
    throw conflict(
      "not_cooperative",
      "This contract rests on no other agency's. Choose “Cooperative contract” in its terms first.",
    );
  if (!isWritable(c.status))
    throw conflict(
      "not_in_this_status",
      "Its approvers decide on this file, or the contract is over. Take it back to drafting first.",
    );
  const beyond = isEditable(c.status) ? beyondLead(input.leadEndsOn, c.endsOn) : null;
  if (beyond)
    throw invalidField("leadEndsOn", `${beyond} Change the term of ours, or enter a later day.`);
  await requireFiles(tx, actor, input);
  const file = wholeOf(cooperativeFields, input);
  const after = before
    ? await updateRow(tx, contractCooperative, contractId, file)
    : await insertRow(tx, contractCooperative, { ...file, orgId: c.orgId, id: contractId });
  if (c.originalCeiling === null)
    await updateRow(tx, contract, contractId, { draftedBy: withAuthor(c.draftedBy, actor) });
  note(tx, actor, "contract", c, { action: "cooperativeFile", before, after });
  return { ...after, number: c.number, status: c.status };
};
