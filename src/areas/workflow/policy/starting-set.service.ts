import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { listPolicies, draftPolicy, publishPolicy } from "./policy.service.ts";
import { missingOf, type AgencySize } from "./starting-sets.data.ts";

/**
 * Puts the policies of a starting set in force for every kind of document that none covers yet; what
 * the agency wrote itself stays. Returns how many. 409 `all_covered` where every kind has one.
 */
export const beginWithSet = async (
  tx: Tx,
  actor: Actor,
  size: AgencySize,
): Promise<{ published: number }> => {
  const covered = new Set(
    (await listPolicies(tx)).flatMap((each) =>
      each.status === "published" ? [each.documentType] : [],
    ),
  );
  const missing = missingOf(size, covered);
  if (missing.length === 0)
    throw conflict("all_covered", "Every kind of document has a policy in force already.");
  for (const input of missing) {
    const draft = await draftPolicy(tx, actor, input);
    await publishPolicy(tx, actor, draft.id, draft.version);
  }
  return { published: missing.length };
};
