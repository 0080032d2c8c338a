import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { assertProved, entryRule } from "#areas/identity/identity.server.ts";
import { membershipsOf } from "#areas/organization/organization.server.ts";
import { inside, providerAnywhere } from "./attempt.service.ts";
import { unlinkAccount } from "./finish.service.ts";

/**
 * The active providers of the agency that has proved the domain of an address. Nobody is looked up:
 * the answer and its time are the same for every address of a domain.
 */
export const offerFor = (db: IdentityDb, email: string): Promise<{ id: string; name: string }[]> =>
  db.rows(sql`
    select p.id, p.name
    from sign_in_domain d
    join sign_in_provider p on p.org_id = d.org_id and p.status = 'active'
    where d.domain = ${email.split("@")[1] ?? ""} and d.proved_at is not null
    order by p.name, p.id
  `);

type Mine = {
  id: string;
  name: string;
  agency: string;
  linkedAt: string | null;
  enforced: boolean;
};

/** The active providers of the person's agencies, with their links. */
export const myProviders = async (app: App, actor: Actor): Promise<Mine[]> => {
  const found: Mine[] = [];
  for (const { orgId, name } of await membershipsOf(identityDb(app.database), actor.personId!)) {
    const db = app.database.read(inside(orgId));
    const [rows, rule] = await Promise.all([
      db.rows<{ id: string; name: string; linkedAt: Instant | null }>(sql`
        select p.id, p.name, i.linked_at
        from sign_in_provider p
        left join provider_identity i
          on i.org_id = p.org_id
          and i.provider_id = p.id
          and i.person_id = ${actor.personId}
        where p.org_id = ${orgId} and p.status = 'active'
        order by p.name, p.id
      `),
      entryRule(db),
    ]);
    found.push(
      ...rows.map((row) => ({ ...row, agency: name, enforced: rule?.providerId === row.id })),
    );
  }
  return found;
};

/**
 * Ends one's own link, after a proof. @throws Problem 403 `proof_needed`, 404, 409 where the agency
 * is entered through it: who ends it could not come in again.
 */
export const unlinkMine = async (
  app: App,
  actor: Actor,
  providerId: string,
): Promise<{ id: string }> => {
  const provider = await providerAnywhere(app, providerId);
  await assertProved(identityDb(app.database), actor);
  const scope = { orgId: provider.orgId, personId: actor.personId };
  await app.database.transaction(scope, async (tx) => {
    if ((await entryRule(tx))?.providerId === providerId)
      throw conflict(
        "provider_enforced",
        "Your agency is entered through this provider. Without the link you could not come in.",
      );
    await unlinkAccount(tx, actor, providerId);
  });
  return { id: providerId };
};
