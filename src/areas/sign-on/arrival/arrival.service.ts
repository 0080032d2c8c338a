import { anonymous, type Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { accountOf, newProviderPerson } from "#areas/identity/identity.server.ts";
import {
  acceptInvitation,
  admitAsUser,
  membershipOf,
  openInvitationOf,
} from "#areas/organization/organization.server.ts";
import { inside } from "../attempt/attempt.service.ts";
import { SignOnRefusal } from "../attempt/refusal.ts";
import { provedDomains } from "../domain/domain.service.ts";
import { applyMapping } from "../mapping/apply.service.ts";
import type { Answer } from "../provider/claims.model.ts";
import type { Provider } from "../provider/provider-row.ts";

/** The person of a provider's subject; null where nobody was linked. */
export const personOfSubject = async (
  db: Db,
  provider: Provider,
  subject: string,
): Promise<string | null> =>
  (
    await db.maybe<{ personId: string }>(sql`
      select person_id
      from provider_identity
      where org_id = ${provider.orgId} and provider_id = ${provider.id} and subject = ${subject}
    `)
  )?.personId ?? null;

/** The answer's address, if it is in a mail domain that the agency has proved. @throws SignOnRefusal */
const ownAddress = async (db: Db, answer: Answer): Promise<string> => {
  const { email, emailDenied } = answer;
  const domain = /^[^\s@]+@([^\s@]+)$/.exec(email ?? "")?.[1];
  const ours = domain !== undefined && (await provedDomains(db)).includes(domain);
  if (!email || emailDenied || !ours) throw new SignOnRefusal("address_not_ours", email ?? "");
  return email;
};

const actorOf = (orgId: string, personId: string, answer: Answer): Actor => ({
  ...anonymous,
  kind: "person",
  personId,
  name: answer.name ?? answer.email ?? "",
  email: answer.email ?? "",
  orgId,
});

/** Keeps that this subject is this person; null where the person is another subject already. */
export const keepIdentity = (
  tx: Tx,
  provider: Provider,
  subject: string,
  personId: string,
): Promise<unknown | null> =>
  tx.maybe(sql`
    insert into provider_identity (org_id, provider_id, subject, person_id)
    values (${tx.scope.orgId}, ${provider.id}, ${subject}, ${personId})
    on conflict
    do nothing
    returning person_id
  `);

/**
 * Lets somebody in who is no member yet, as far as the provider's rule of arrival goes: by an open
 * invitation to their address, or as a user. @throws SignOnRefusal; Problem 403 `vendor_account`
 */
export const admit = async (
  app: App,
  provider: Provider,
  personId: string,
  answer: Answer,
): Promise<void> => {
  const db = app.database.read(inside(provider.orgId));
  const standing = await membershipOf(db, personId);
  if (standing === "active") return;
  if (standing === "ended") throw new SignOnRefusal("no_membership");
  if (provider.arrival === "refused") throw new SignOnRefusal("nobody_new");
  const email = await ownAddress(db, answer);
  const who = actorOf(provider.orgId, personId, { ...answer, email });
  const invitation = await openInvitationOf(db, email);
  if (invitation)
    return void (await acceptInvitation(app.database, identityDb(app.database), who, invitation));
  if (provider.arrival === "invitation") throw new SignOnRefusal("not_invited", email);
  await app.database.transaction(inside(provider.orgId), (tx) =>
    admitAsUser(tx, who, provider.name),
  );
};

const newcomer = async (app: App, provider: Provider, answer: Answer): Promise<string | null> => {
  const db = app.database.read(inside(provider.orgId));
  const identity = identityDb(app.database);
  const email = await ownAddress(db, answer);
  const known = await accountOf(identity, email);
  if (known) {
    if (provider.arrival === "refused" && (await membershipOf(db, known)) !== "active")
      throw new SignOnRefusal("nobody_new");
    return null;
  }
  if (provider.arrival === "refused") throw new SignOnRefusal("nobody_new", email);
  if (provider.arrival === "invitation" && !(await openInvitationOf(db, email)))
    throw new SignOnRefusal("not_invited", email);
  const personId = await newProviderPerson(identity, { email, name: answer.name ?? "" });
  if (personId)
    await app.database.transaction(inside(provider.orgId), (tx) =>
      keepIdentity(tx, provider, answer.subject, personId),
    );
  return personId;
};

/**
 * Who an answer of a provider is: the person of its subject, or a newcomer as far as the agency lets
 * people in. Null where the address has an account that nobody linked: its owner does. Rights follow
 * the agency's mapping at each arrival.
 * @throws SignOnRefusal
 */
export const arrive = async (
  app: App,
  provider: Provider,
  answer: Answer,
): Promise<string | null> => {
  const db = app.database.read(inside(provider.orgId));
  const known = await personOfSubject(db, provider, answer.subject);
  const personId = known ?? (await newcomer(app, provider, answer));
  if (!personId) return null;
  await admit(app, provider, personId, answer);
  await app.database.transaction(inside(provider.orgId), async (tx) => {
    await tx.rows(sql`
      update provider_identity
      set used_at = clock_timestamp()
      where org_id = ${provider.orgId}
        and provider_id = ${provider.id}
        and subject = ${answer.subject}
    `);
    await applyMapping(tx, provider, personId, answer.claims);
  });
  return personId;
};
