import { hashPassword } from "#areas/identity/password.service.ts";
import { storePassword } from "#areas/identity/sign-up.service.ts";
import type { Actor } from "#kernel/access.ts";
import type { Database } from "../db/db.ts";
import { identityDb } from "../db/scopes/identity.ts";

export const testPassword = "Correct-horse-9";

/** Lets a person of a test sign in with `testPassword`. */
export const withPassword = async (
  database: Database,
  who: Pick<Actor, "personId" | "email">,
): Promise<void> => {
  const db = identityDb(database);
  await storePassword(db, who.personId!, who.email, await hashPassword(testPassword));
};
