import { systemActor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { setMappedAccess } from "#areas/organization/organization.server.ts";
import type { Claims } from "../provider/claims.model.ts";
import type { Provider } from "../provider/provider-row.ts";
import { mappedBy, type MappingRule } from "./mapped.model.ts";
import { rulesOf } from "./mapping.service.ts";

/**
 * Makes what the agency's mapping gives for these claims hold for a member: rights that a group gave
 * go when the group is gone. Nothing is done for a provider that never mapped anything.
 */
export const applyMapping = async (
  tx: Tx,
  provider: Provider,
  personId: string,
  claims: Claims,
): Promise<void> => {
  const rules = (await rulesOf(tx, provider.id)) as MappingRule[];
  if (rules.length === 0) return;
  const { role, duties, departmentId } = mappedBy(rules, claims);
  await setMappedAccess(tx, systemActor(provider.orgId, new Set(), provider.name), personId, {
    role,
    duties,
    departmentId,
    source: { kind: "provider", id: provider.id, name: provider.name },
  });
};
