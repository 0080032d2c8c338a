import { systemActor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { providerNoun } from "./provider.noun.ts";
import type { Provider } from "./provider-row.ts";

/**
 * A test went well: a draft may be activated from now on. One that was changed meanwhile was not
 * tested.
 */
export const markTested = async (tx: Tx, provider: Provider, by: string): Promise<void> => {
  const now = await lockRow(tx, signInProvider, provider.id, "sign-in provider");
  if (now.version !== provider.version) return;
  const { at } = await tx.one<{ at: string }>(sql`select clock_timestamp() as at`);
  if (now.status === "draft")
    await transition(tx, systemActor(provider.orgId), providerNoun, {
      id: provider.id,
      action: "test",
      effect: async () => ({ patch: { testedAt: at, testedBy: by } }),
    });
};
