import type { Claimer } from "#areas/finance/finance.server.ts";
import { coverBill } from "./bill.service.ts";

/** Bills take costs for the agencies that are served. */
export const billClaimer: Claimer = {
  kind: "clientBill",
  claimHref: (id) => `/clients/bills/${id}`,
  funderHref: (id) => `/clients/${id}`,
  // A client's costs are chosen one by one: no account string belongs to a client.
  funders: async () => [],
  uncovered: async (tx, actor, claims, why) => {
    for (const id of [...new Set(claims.map(({ claimerId }) => claimerId))].sort()) {
      const mine = claims.filter(({ claimerId }) => claimerId === id);
      const lost = mine.reduce((sum, { uncovered, before }) => sum + uncovered - before, 0);
      await coverBill(tx, actor, id, lost, why);
    }
  },
};
