import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { seal } from "#server/auth/sealing.ts";
import { note } from "#server/change.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import { actionsFor, transition, type TakenStep } from "#server/lifecycle.ts";
import { checkAddress } from "#server/outgoing/address.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";
import { entryRule, renameEntryRule } from "#areas/identity/identity.server.ts";
import { noteEvent } from "../log/event.service.ts";
import { redirectAddress } from "../oidc/oidc.service.ts";
import { newKey, shownCertificate } from "../saml/certificate.ts";
import { fetchMetadata } from "../saml/metadata-fetch.ts";
import { readMetadata, type Described } from "../saml/metadata.ts";
import { samlAddresses } from "../saml/saml.service.ts";
import { signInProvider } from "../sign-on.tables.ts";
import { providerNoun } from "./provider.noun.ts";
import type {
  OidcInput,
  ProviderInput,
  ProviderRecord,
  ProviderRow,
  ProviderSettings,
  SamlInput,
} from "./provider.model.ts";
import { secretPurpose, type Provider } from "./provider-row.ts";

const what = "sign-in provider";
const mostProviders = 10;

const peopleOf = (db: Db): Promise<{ providerId: string; n: number }[]> =>
  db.rows(sql`
    select provider_id, count(*)::int as n
    from provider_identity
    where org_id = ${db.scope.orgId}
    group by provider_id
  `);

const rowOf = (provider: Provider, people: number): ProviderRow => ({
  id: provider.id,
  number: provider.name,
  name: provider.name,
  kind: provider.kind,
  status: provider.status,
  issuer: provider.issuer,
  arrival: provider.arrival,
  testedAt: provider.testedAt,
  people,
  version: provider.version,
});

/** Providers of the scope's agency, by name. */
export const listProviders = async (db: Db): Promise<ProviderRow[]> => {
  const [providers, people] = await Promise.all([
    db.rows<Provider>(sql`
      select *
      from sign_in_provider
      where org_id = ${db.scope.orgId}
      order by name, id
    `),
    peopleOf(db),
  ]);
  return providers.map((one) =>
    rowOf(one, people.find((each) => each.providerId === one.id)?.n ?? 0),
  );
};

/** One provider, without its secrets. @throws Problem 404. */
export const readProvider = async (
  app: App,
  db: Db,
  actor: Actor,
  id: string,
): Promise<ProviderRecord> => {
  const provider = await getRow(db, signInProvider, id, what);
  const [people, rule] = await Promise.all([peopleOf(db), entryRule(db)]);
  const saml = provider.kind === "saml";
  const addresses = samlAddresses(app, id);
  return {
    ...rowOf(provider, people.find((each) => each.providerId === id)?.n ?? 0),
    clientId: provider.clientId,
    hasSecret: provider.secretSealed !== null,
    scopes: provider.scopes,
    entryPoint: provider.entryPoint,
    certificates: provider.certificates.map(shownCertificate),
    ownCertificate: provider.ownCertificate ? shownCertificate(provider.ownCertificate) : null,
    subjectClaim: provider.subjectClaim,
    emailClaim: provider.emailClaim,
    nameClaim: provider.nameClaim,
    trustsSecondFactor: provider.trustsSecondFactor,
    secondFactorValues: provider.secondFactorValues,
    redirectAddress: saml ? addresses.acs : redirectAddress(app, id),
    metadataAddress: saml ? addresses.entity : null,
    enforced: rule?.providerId === id,
    actions: actionsFor(actor, providerNoun, provider),
  };
};

// What the audit record keeps: never a secret, sealed or not.
const shown = ({ secretSealed, ownKeySealed: _key, ...provider }: Provider) => ({
  ...provider,
  hasSecret: secretSealed !== null,
});

const noteProvider = async (
  tx: Tx,
  actor: Actor,
  action: string,
  before: Provider | null,
  after: Provider,
): Promise<void> => {
  note(tx, actor, "signInProvider", after.id, {
    number: after.name,
    action,
    before: before && shown(before),
    after: shown(after),
  });
  await noteEvent(tx, {
    kind: "provider",
    good: true,
    providerId: after.id,
    personId: actor.personId,
    told: action === "create" ? "Set up." : "Settings changed.",
  });
};

const requireAddress = (app: App, path: string, address: string): void => {
  try {
    checkAddress(address, app.config.LEVEE_OUTGOING_ALLOW);
  } catch (error) {
    if (error instanceof OutgoingRefusal) throw invalidField(path, error.message, error.code);
    throw error;
  }
};

type Connection = Partial<typeof signInProvider.$inferInsert>;

const oidcConnection = (app: App, input: OidcInput, owner: string): Connection => {
  requireAddress(app, "issuer", input.issuer);
  return {
    issuer: input.issuer,
    clientId: input.clientId,
    scopes: [...new Set(["openid", ...input.scopes.split(" ").filter(Boolean)])].join(" "),
    // Left empty, the secret stays as it is.
    ...(input.clientSecret && { secretSealed: seal(secretPurpose, owner, input.clientSecret) }),
  };
};

const samlConnection = async (
  app: App,
  input: SamlInput,
  owner: string,
  before: Provider | null,
): Promise<Connection> => {
  const own = before?.ownKeySealed
    ? {}
    : await (async () => {
        const { key, certificate } = newKey("Levee", databaseMs());
        return { ownCertificate: certificate, ownKeySealed: seal(secretPurpose, owner, key) };
      })();
  const text =
    input.metadata.trim() ||
    (input.metadataUrl && (await fetchMetadata(app, owner.split(" ")[0]!, input.metadataUrl)));
  // Both sides wait for the other's metadata: ours is there before theirs.
  if (!text) return own;
  const described: Described = readMetadata(text);
  requireAddress(app, "metadata", described.entryPoint);
  return { ...own, ...described };
};

const connectionOf = (
  app: App,
  input: ProviderInput,
  owner: string,
  before: Provider | null,
): Connection | Promise<Connection> =>
  input.kind === "oidc"
    ? oidcConnection(app, input, owner)
    : samlConnection(app, input, owner, before);

const settingsOf = (input: ProviderSettings) => ({
  name: input.name,
  subjectClaim: input.subjectClaim,
  emailClaim: input.emailClaim,
  nameClaim: input.nameClaim,
  arrival: input.arrival,
  trustsSecondFactor: input.trustsSecondFactor,
  secondFactorValues: [...new Set(input.secondFactorValues)],
});

type Written = { id: string; version: number };

/** Sets a provider up, as a draft. @throws Problem 409 `too_many_providers`, 422. */
export const addProvider = async (
  app: App,
  actor: Actor,
  input: ProviderInput,
): Promise<Written> => {
  const id = newId();
  const connection = await connectionOf(app, input, `${actor.orgId} ${id}`, null);
  return app.database.transaction(actor, async (tx) => {
    await tx.rows(sql`
      select pg_advisory_xact_lock(hashtextextended(${`providers ${actor.orgId}`}, 0))::text as locked
    `);
    if ((await listProviders(tx)).length >= mostProviders)
      throw conflict("too_many_providers", `An agency has ${mostProviders} providers at most.`);
    const row = await insertRow(tx, signInProvider, {
      ...settingsOf(input),
      ...connection,
      kind: input.kind,
      orgId: actor.orgId!,
      id,
    });
    await noteProvider(tx, actor, "create", null, row);
    return { id, version: row.version };
  });
};

/**
 * Changes the whole of a provider that nobody comes in by: it is a draft again, to be tested anew.
 * @throws Problem 404, 409 for one that is active or disabled, 412, 422.
 */
export const changeProvider = async (
  app: App,
  actor: Actor,
  id: string,
  input: ProviderInput,
  version: number | null,
): Promise<Written> => {
  const seen = await getRow(app.database.read(actor), signInProvider, id, what);
  if (seen.kind !== input.kind)
    throw invalidField("kind", "What a provider speaks stays. Set up another one.");
  const connection = await connectionOf(app, input, `${actor.orgId} ${id}`, seen);
  return app.database.transaction(actor, async (tx) => {
    const before = await lockRow(tx, signInProvider, id, what);
    requireVersion(before.version, version);
    if (before.status !== "draft" && before.status !== "tested")
      throw conflict(
        "provider_in_use",
        "The connection of an active provider stays as it was tested. Disable it first, or set up another one beside it.",
      );
    const after = await updateRow(tx, signInProvider, id, {
      ...settingsOf(input),
      ...connection,
      status: "draft",
      testedAt: null,
      testedBy: null,
    });
    await noteProvider(tx, actor, "change", before, after);
    return { id, version: after.version };
  });
};

/**
 * Changes what counts beside the connection, also while people come in by it.
 * @throws Problem 404, 409 where it would keep its author out, 412.
 */
export const changeSettings = async (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ProviderSettings,
  version: number | null,
): Promise<Written> => {
  const before = await lockRow(tx, signInProvider, id, what);
  requireVersion(before.version, version);
  if (before.subjectClaim !== input.subjectClaim && before.status === "active")
    throw conflict(
      "provider_in_use",
      "Nobody would be known any more by another claim, also not you. Disable the provider first.",
    );
  const after = await updateRow(tx, signInProvider, id, settingsOf(input));
  if (after.name !== before.name) await renameEntryRule(tx, after);
  await noteProvider(tx, actor, "change", before, after);
  return { id, version: after.version };
};

/**
 * A step of a provider by a person. @throws Problem 409 for the provider by which the agency is
 * entered: disabling it would lock everybody out.
 */
export const stepProvider = async (
  tx: Tx,
  actor: Actor,
  action: "activate" | "disable" | "reopen",
  { id, reason, version }: TakenStep,
): Promise<Written & { number: string; status: string }> => {
  const row = await transition(tx, actor, providerNoun, {
    id,
    action,
    reason,
    version,
    effect: async () => {
      if (action === "disable" && (await entryRule(tx))?.providerId === id)
        throw conflict(
          "provider_enforced",
          "The agency is entered through this provider alone: without it nobody could come in, also not you. End the enforcing first.",
        );
      if (action === "reopen") return { patch: { testedAt: null, testedBy: null } };
      return undefined;
    },
  });
  await noteEvent(tx, {
    kind: "provider",
    good: true,
    providerId: id,
    personId: actor.personId,
    told: { activate: "Activated.", disable: "Disabled.", reopen: "Set up anew." }[action],
  });
  return { id, number: row.name, status: row.status, version: row.version };
};
