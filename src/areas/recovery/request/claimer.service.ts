import type { Actor } from "#kernel/access.ts";
import { formatCents } from "#kernel/money.ts";
import type { Claimer, Uncovered } from "#areas/finance/finance.server.ts";
import { notify } from "#areas/organization/organization.server.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, updateRow } from "#server/db/rows.ts";
import { asSystem, transition } from "#server/lifecycle.ts";
import { requestNoun } from "../recovery.nouns.ts";
import { paRequest } from "../recovery.tables.ts";

const one = async (tx: Tx, actor: Actor, id: string, lost: number, why: string) => {
  const r = await getRow(tx, paRequest, id, "request");
  const now = await updateRow(tx, paRequest, id, {
    uncovered: r.uncovered + lost,
  });
  if (now.status === "checked" || now.status === "certified")
    await transition(tx, asSystem(actor), requestNoun, { id, action: "lapse", reason: why });
  if (lost > 0 && r.preparedBy)
    notify(tx, [r.preparedBy], {
      kind: "recovery",
      title: `${r.number}: ${formatCents(lost)} have no payment behind them`,
      body: `${why}. Give it back, or leave the line out.`.slice(0, 300),
      link: `/fema-grants-hub/requests/${id}`,
    });
};

const uncovered = async (tx: Tx, actor: Actor, claims: readonly Uncovered[], why: string) => {
  for (const id of [...new Set(claims.map((c) => c.claimerId))].sort())
    await one(
      tx,
      actor,
      id,
      claims.filter((c) => c.claimerId === id).reduce((n, c) => n + c.uncovered - c.before, 0),
      why,
    );
};

/** Requests of projects take costs for their declaration. */
export const requestClaimer: Claimer = {
  kind: "paRequest",
  claimHref: (id) => `/fema-grants-hub/requests/${id}`,
  funderHref: (id) => `/fema-grants-hub/declarations/${id}`,
  // A project's costs are assigned one by one: no account string belongs to a declaration.
  funders: async () => [],
  uncovered,
};
