import { AsyncLocalStorage } from "node:async_hooks";
import type { Actor } from "#kernel/access.ts";
import { type OpensIn, stateClosesVisits } from "#kernel/agency-state.ts";
import { notAllowed } from "#kernel/errors.ts";
import type { Database, Scope } from "../db/db.ts";
import { standingOf } from "./state.ts";

/** What of an endpoint says whether a state closes it to visitors. */
type Door = {
  method: string;
  permission: string | readonly string[];
  opensIn?: OpensIn | undefined;
  ownAccount?: boolean;
};
type Visit = { door: Door; going: boolean };

const now = new AsyncLocalStorage<Visit>();

/**
 * Does what somebody asks of a door who comes from outside: whoever is of no agency, and everybody at a
 * public door. What it writes into an agency is refused there by that agency's state, whichever it is.
 */
export const visiting = async <T>(
  door: Door,
  actor: Pick<Actor, "orgId">,
  work: () => Promise<T>,
): Promise<T> => {
  if (door.method === "GET" || (door.permission !== "public" && actor.orgId)) return work();
  const visit: Visit = { door, going: true };
  try {
    return await now.run(visit, work);
  } finally {
    // What was set going meanwhile, as letters, goes on by itself.
    visit.going = false;
  }
};

/**
 * Asked before a transaction begins. @throws 403 `agency_rests` where a visitor would write into an agency
 * whose state closes the door; an agency that is being founded is none yet.
 */
export const refuseVisit = async (database: Database, { orgId }: Scope): Promise<void> => {
  const visit = now.getStore();
  if (!visit?.going || !orgId) return;
  const state = await standingOf(database, orgId);
  if (state && stateClosesVisits(state, visit.door))
    throw notAllowed(
      "This agency takes nothing at the moment. What you sent before is kept.",
      "agency_rests",
    );
};
