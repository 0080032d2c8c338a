import { systemActor, type Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Database, Db, Tx } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import {
  breakGlassOf,
  cameThrough,
  endEntryRule,
  endSessionsBeside,
  entryRule,
  liftEntryRule,
  setBreakGlass,
  setEntryRule,
  withSecondFactor,
} from "#areas/identity/identity.server.ts";
import { agencyOfSlug, membersNamed, membersOf } from "#areas/organization/organization.server.ts";
import { provedDomains } from "../domain/domain.service.ts";
import { noteEvent } from "../log/event.service.ts";
import type { Provider } from "../provider/provider-row.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { freshMinutes, liftHours, type Enforcing, type Preflight } from "./enforcing.model.ts";
import { brokenConditions, markSeen } from "./kept.service.ts";
import { tellAdministrators, tellLockedOut } from "./letters.service.ts";
import { linkedTo } from "./linked.service.ts";

const whyNot = (kept: boolean): string =>
  kept
    ? "Named to come in beside the provider, but has neither second factor nor passkey."
    : "Has not linked the account to the provider yet.";

const checksOf = async (
  app: App,
  db: Db,
  actor: Actor,
  provider: Provider,
): Promise<Preflight["checks"]> => [
  { sentence: "The provider is active.", ok: provider.status === "active" },
  {
    sentence: "A mail domain is proved, so that the sign-in page offers the provider.",
    ok: (await provedDomains(db)).length > 0,
  },
  {
    sentence: `You came in through the provider within the last ${freshMinutes} minutes.`,
    ok: await cameThrough(identityDb(app.database), actor.sessionId, provider.id, freshMinutes),
  },
];

/**
 * What would be if the agency were entered through this provider alone: what is missing before, and
 * everybody by name who could not come in any more until they link their account.
 * @throws Problem 404.
 */
export const preflightOf = async (
  app: App,
  db: Db,
  actor: Actor,
  providerId: string,
  breakGlass: readonly string[],
): Promise<Preflight> => {
  const provider = await getRow(db, signInProvider, providerId, "sign-in provider");
  const [checks, ids, linked] = await Promise.all([
    checksOf(app, db, actor, provider),
    membersOf(db, null),
    linkedTo(db, providerId),
  ]);
  const strong = await withSecondFactor(identityDb(app.database), breakGlass);
  const out = new Set(ids.filter((id) => !linked.has(id) && !strong.includes(id)));
  const people = await membersNamed(db, { ids: [...out] });
  return {
    checks,
    linked: ids.filter((id) => linked.has(id)).length,
    lockedOut: people.map(({ id, name, email }) => ({
      id,
      name,
      email,
      why: whyNot(breakGlass.includes(id)),
    })),
  };
};

/** How the agency is entered now, and what of the conditions no longer holds. */
export const readEnforcing = async (app: App, db: Db): Promise<Enforcing> => {
  const [rule, ids, broken] = await Promise.all([
    entryRule(db),
    breakGlassOf(db),
    brokenConditions(app, db),
  ]);
  const people = await membersNamed(db, { ids });
  return {
    rule: rule && {
      providerId: rule.providerId,
      providerName: rule.providerName,
      enforcedAt: rule.enforcedAt,
      liftedUntil: rule.liftedUntil,
      liftedReason: rule.liftedReason,
      inForce: rule.inForce,
    },
    breakGlass: people.map(({ id, name, email }) => ({ id, name, email })),
    broken,
  };
};

/** Writes down what became of the rule by which the agency is entered. */
export const noteRule = async (
  tx: Tx,
  actor: Actor,
  action: string,
  provider: { id: string; name: string },
  told: string,
  after: object | null,
): Promise<void> => {
  note(tx, actor, "signInRule", provider.id, { number: provider.name, action, after, note: told });
  await noteEvent(tx, {
    kind: "enforcing",
    good: true,
    providerId: provider.id,
    personId: actor.personId,
    who: actor.name,
    told,
  });
};

const requireStrong = async (app: App, db: Db, people: readonly string[]): Promise<void> => {
  const members = await membersNamed(db, { ids: people });
  const active = members.filter((member) => member.active).map((member) => member.id);
  const strong = await withSecondFactor(identityDb(app.database), people);
  if (!people.every((id) => active.includes(id) && strong.includes(id)))
    throw invalidField(
      "breakGlass",
      "Whoever comes in beside the provider is a member with a second factor or a passkey.",
      "not_strong",
    );
};

/**
 * From now on the agency is entered through this provider, by all but the members named for the day
 * on which it fails. Whoever does it has come in that way minutes ago, and has seen who cannot.
 * @throws Problem 403 `came_another_way`, 409 `not_ready` | `preflight_changed`, 422 `not_strong`.
 */
export const enforce = async (
  app: App,
  actor: Actor,
  input: { providerId: string; breakGlass: readonly string[]; acknowledged: number },
): Promise<Enforcing> => {
  const breakGlass = [...new Set(input.breakGlass)];
  const people = await app.database.transaction(actor, async (tx) => {
    const provider = await getRow(tx, signInProvider, input.providerId, "sign-in provider");
    await requireStrong(app, tx, breakGlass);
    const { checks, lockedOut } = await preflightOf(app, tx, actor, provider.id, breakGlass);
    if (!checks.at(-1)!.ok)
      throw notAllowed(
        `Sign out, come in through ${provider.name}, and enforce it within ${freshMinutes} minutes: so you know that it works for you.`,
        "came_another_way",
      );
    const missing = checks.find((check) => !check.ok);
    if (missing) throw conflict("not_ready", `Not yet: ${missing.sentence}`);
    if (lockedOut.length !== input.acknowledged)
      throw conflict(
        "preflight_changed",
        `By now ${counted(lockedOut.length, "person", "people")} could not come in. Look at the list again.`,
      );
    await setBreakGlass(tx, breakGlass, actor.personId!);
    await setEntryRule(tx, provider, actor.personId!);
    await noteRule(tx, actor, "enforce", provider, "Enforced.", {
      breakGlass,
      providerId: provider.id,
    });
    await markSeen(
      tx,
      provider.id,
      lockedOut.map(({ id }) => id),
    );
    const { origin } = app.config;
    await tellAdministrators(tx, {
      kind: "signOn.enforced",
      title: `Your agency is entered through ${provider.name} now`,
      text: `${actor.name} enforced it. ${counted(lockedOut.length, "member")} must link their accounts first; they were told by letter.`,
      origin,
    });
    await tellLockedOut(
      tx,
      lockedOut.map((one) => one.email),
      provider.name,
      origin,
    );
    return breakGlass;
  });
  // A session that began another way would be a use that nobody is told of.
  await endSessionsBeside(identityDb(app.database), people, input.providerId);
  return readEnforcing(app, app.database.read(actor));
};

/** Every way in counts again. @throws Problem 404 where none is enforced. */
export const endEnforcing = async (app: App, tx: Tx, actor: Actor): Promise<Enforcing> => {
  const rule = await entryRule(tx);
  if (!rule) throw notFound("enforcing");
  await endEntryRule(tx);
  const provider = { id: rule.providerId, name: rule.providerName };
  await noteRule(tx, actor, "end", provider, "Enforcing ended.", null);
  await tellAdministrators(tx, {
    kind: "signOn.enforced",
    title: `Your agency may be entered in every way again`,
    text: `${actor.name} ended the enforcing of ${rule.providerName}.`,
    origin: app.config.origin,
  });
  return readEnforcing(app, tx);
};

/** Names other members who come in beside the provider. @throws Problem 404, 422 `not_strong`. */
export const nameBreakGlass = async (
  app: App,
  actor: Actor,
  people: readonly string[],
): Promise<Enforcing> => {
  const rule = await app.database.transaction(actor, async (tx) => {
    const found = await entryRule(tx);
    if (!found) throw notFound("enforcing");
    await requireStrong(app, tx, people);
    await setBreakGlass(tx, people, actor.personId!);
    const provider = { id: found.providerId, name: found.providerName };
    await noteRule(tx, actor, "breakGlass", provider, "Break-glass members named.", { people });
    await tellAdministrators(tx, {
      kind: "signOn.enforced",
      title: "Who comes in beside the provider was changed",
      text: `${actor.name} named: ${(await membersNamed(tx, { ids: people })).map((p) => p.name).join(", ") || "nobody"}.`,
      origin: app.config.origin,
    });
    return found;
  });
  await endSessionsBeside(identityDb(app.database), people, rule.providerId);
  return readEnforcing(app, app.database.read(actor));
};

/**
 * Whoever runs the server lets every way in count for a day, where an agency shut itself out: into
 * its audit record, and told to its administrators. Gives the agency's name and the end.
 * @throws Problem 404 for no such agency, or one that enforces nothing.
 */
export const liftSignIn = async (
  database: Database,
  origin: string,
  slug: string,
  reason: string,
): Promise<{ agency: string; liftedUntil: string }> => {
  const agency = await agencyOfSlug(database, slug);
  if (!agency) throw notFound(`agency named ${slug}`);
  const actor = systemActor(agency.id, new Set(), "Operator of the server");
  return database.transaction(actor, async (tx) => {
    const rule = await entryRule(tx);
    const lifted = rule && (await liftEntryRule(tx, liftHours, reason));
    if (!rule || !lifted) throw notFound("enforcing of a provider in this agency");
    const provider = { id: rule.providerId, name: rule.providerName };
    await noteRule(tx, actor, "lift", provider, `Lifted for ${liftHours} hours: ${reason}`, lifted);
    await tellAdministrators(tx, {
      kind: "signOn.lifted",
      title: `For ${liftHours} hours your agency may be entered in every way`,
      text: `Whoever runs the server lifted the enforcing of ${rule.providerName}: ${reason}`,
      origin,
    });
    return { agency: agency.name, liftedUntil: lifted.liftedUntil };
  });
};
