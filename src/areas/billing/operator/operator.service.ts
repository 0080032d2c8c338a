import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import type { Database, Tx } from "#server/db/db.ts";
import { operatingAgency, type OperatingAgency } from "#server/operation/running-agency.ts";
import {
  administratorsOf,
  agencyAddress,
  agencyNames,
  membersNamed,
} from "#areas/organization/organization.server.ts";
import { identityDb } from "#server/db/scopes/identity.ts";

/** Whoever bills, with the address that stands on its bills. */
export type Operator = OperatingAgency & { address: string };

/** The agency that runs the installation, to which the others pay. 503 before the first. */
export const operatorOf = async (database: Database): Promise<Operator> => {
  const operator = await operatingAgency(database);
  if (!operator)
    throw new Problem(
      "upstream",
      "not_open_yet",
      "This installation has no agency yet, so nothing is offered here.",
      { status: 503 },
    );
  return { ...operator, address: await agencyAddress(database, operator.id) };
};

/** A customer, as its administrator acts: from the actor, never from what was sent. */
export type Customer = { id: string; name: string };

/**
 * Lets somebody of an agency act on what the operator keeps of it: `work` gets the operator's
 * transaction, the customer, and the actor within the operator's scope (for the history). What of the operator
 * is touched must be the customer's, and every check of what they may do is `work`'s. 403 for nobody's
 * person.
 */
export const asCustomer = async <T>(
  app: Pick<App, "database">,
  actor: Actor,
  work: (tx: Tx, customer: Customer, who: Actor) => Promise<T>,
): Promise<T> => {
  if (!actor.orgId || (actor.kind !== "member" && actor.kind !== "program"))
    throw new Problem("notAllowed", "no_agency", "This is for people of an agency.");
  const [operator, names] = await Promise.all([
    operatorOf(app.database),
    agencyNames(identityDb(app.database), [actor.orgId]),
  ]);
  const customer = { id: actor.orgId, name: names.get(actor.orgId) ?? "" };
  const who: Actor = {
    ...actor,
    orgId: operator.id,
    timeZone: operator.timeZone,
    departmentIds: [],
  };
  return app.database.transaction(who, (tx) => work(tx, customer, who));
};

/** Names and addresses of the administrators of a customer, who hear of its bills; nobody of an agency that is gone. */
export const customerAdministrators = async (
  database: Database,
  customerId: string | null,
): Promise<{ id: string; name: string; email: string }[]> => {
  if (customerId === null) return [];
  // Of the pool of identity, since it is asked within transactions: these would wait for each other.
  const db = { ...identityDb(database), scope: { orgId: customerId, personId: null } };
  const ids = await administratorsOf(db);
  return (await membersNamed(db, { ids })).filter(({ active }) => active);
};

/** The name of an agency that could be a customer; null for none. */
export const customerNamed = async (
  database: Database,
  customerId: string,
): Promise<string | null> =>
  (await agencyNames(identityDb(database), [customerId])).get(customerId) ?? null;
