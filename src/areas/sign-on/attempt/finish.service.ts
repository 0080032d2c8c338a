import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { isAway } from "#server/db/away.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import {
  assertProved,
  beginProviderSession,
  type Client,
} from "#areas/identity/identity.server.ts";
import { admit, arrive, keepIdentity, personOfSubject } from "../arrival/arrival.service.ts";
import { tellOfLink } from "../arrival/letters.service.ts";
import { noteEvent } from "../log/event.service.ts";
import { applyMapping } from "../mapping/apply.service.ts";
import { finishOidc } from "../oidc/oidc.service.ts";
import { saysSecondFactor, type Answer } from "../provider/claims.model.ts";
import type { Provider } from "../provider/provider-row.ts";
import { markTested } from "../provider/tested.service.ts";
import { frontCheck } from "../saml/front-check.ts";
import { finishSaml } from "../saml/saml.service.ts";
import {
  attemptOf,
  attemptOfCode,
  browserOf,
  inside,
  keepForLink,
  keepRefusal,
  providerOfCode,
  secretsOf,
  takeAnswer,
  useUp,
  type Attempt,
} from "./attempt.service.ts";
import { SignOnRefusal } from "./refusal.ts";
import { refusalText } from "./refusals.labels.ts";
import { tokenHash } from "#areas/identity/identity.server.ts";

/** Where the browser goes after the provider, a page of ours alone. */
type Landing = { path: string };

const landing = (
  attempt: Attempt | null,
  ending: { code: string } | { error: string },
): Landing => {
  if (attempt?.purpose === "test")
    return { path: `/sso-management/providers/${attempt.providerId}?test=${attempt.id}` };
  const page = attempt?.purpose === "link" ? "/settings?tab=security" : "/auth";
  if ("code" in ending) return { path: `${page}#sso_code=${encodeURIComponent(ending.code)}` };
  return { path: `${page}${page.includes("?") ? "&" : "?"}sso_error=${ending.error}` };
};

const accept = async (
  app: App,
  provider: Provider,
  attempt: Attempt,
  answer: Answer,
  client: Client,
): Promise<Landing> => {
  const code = await app.database.transaction(inside(provider.orgId), async (tx) => {
    const taken = await takeAnswer(tx, attempt, answer);
    if (attempt.purpose === "test") {
      await markTested(tx, provider, attempt.personId!);
      await noteEvent(tx, {
        kind: "test",
        good: true,
        providerId: provider.id,
        personId: attempt.personId,
        who: answer.email ?? answer.subject,
        told: "The provider's answer was checked; nobody was signed in.",
        client,
      });
    }
    return taken;
  });
  return landing(attempt, { code });
};

/** Writes down why, and says where the browser goes; faults of our own database are no refusals. */
const refuse = async (
  app: App,
  provider: Provider,
  attempt: Attempt | null,
  error: unknown,
  client: Client,
): Promise<Landing> => {
  if (isAway(error) || (!(error instanceof Problem) && !(error instanceof Error))) throw error;
  const code =
    error instanceof SignOnRefusal
      ? error.reason
      : error instanceof Problem
        ? error.code
        : "provider_failed";
  await app.database.transaction(inside(provider.orgId), async (tx) => {
    if (attempt) await keepRefusal(tx, attempt, code);
    await noteEvent(tx, {
      kind: attempt?.purpose ?? "sign_in",
      good: false,
      providerId: provider.id,
      personId: attempt?.personId,
      told: error instanceof Problem ? error.message : refusalText(code),
      detail: error instanceof SignOnRefusal ? error.detail : error.message.slice(0, 300),
      client,
    });
  });
  return landing(attempt, { error: code });
};

type Came = { client: Client; cookies: string | undefined };

/** The provider of OpenID Connect sent the browser back. */
export const oidcCameBack = async (
  app: App,
  provider: Provider,
  address: string,
  { client, cookies }: Came,
): Promise<Landing> => {
  const state = new URL(address, app.config.origin).searchParams.get("state") ?? "";
  const attempt = await attemptOf(app.database.read(inside(provider.orgId)), provider, state);
  try {
    if (!attempt || attempt.answeredAt || provider.kind !== "oidc")
      throw new SignOnRefusal("sso_expired", "no open attempt of this state");
    if (attempt.browserHash !== tokenHash(browserOf(cookies) ?? ""))
      throw new SignOnRefusal("other_browser");
    const answer = await finishOidc(app, provider, address, secretsOf(attempt));
    return await accept(app, provider, attempt, answer, client);
  } catch (error) {
    return refuse(app, provider, attempt, error, client);
  }
};

const decoded = (samlResponse: string): string => {
  if (!/^[A-Za-z0-9+/=\s]+$/.test(samlResponse) || samlResponse.length > 300_000)
    throw new SignOnRefusal("malformed", "not base64");
  return Buffer.from(samlResponse, "base64").toString("utf8");
};

/**
 * The browser posts a SAML answer. No cookie comes with a form of another site: the answer is kept
 * under a code, which serves in the browser alone that began.
 */
export const samlCameBack = async (
  app: App,
  provider: Provider,
  form: { SAMLResponse: string; RelayState?: string },
  client: Client,
): Promise<Landing> => {
  let attempt: Attempt | null = null;
  try {
    if (provider.kind !== "saml") throw new SignOnRefusal("provider_off");
    const envelope = frontCheck(decoded(form.SAMLResponse));
    const requestId = envelope.inResponseTo;
    attempt = await attemptOf(app.database.read(inside(provider.orgId)), provider, requestId);
    // RelayState is the key of our own attempt, and nothing else.
    if (!attempt || attempt.answeredAt || form.RelayState !== attempt.id)
      throw new SignOnRefusal("wrong_request", attempt?.answeredAt ? "answered before" : "unknown");
    const answer = await finishSaml(app, provider, form.SAMLResponse, { envelope, requestId });
    return await accept(app, provider, attempt, answer, client);
  } catch (error) {
    return refuse(app, provider, attempt, error, client);
  }
};

type LinkNeeded = { link_needed: true; code: string; provider: string; email: string };

const noteArrival = (
  app: App,
  provider: Provider,
  personId: string,
  answer: Answer,
  client: Client,
) =>
  app.database.transaction(inside(provider.orgId), (tx) =>
    noteEvent(tx, {
      kind: "sign_in",
      good: true,
      providerId: provider.id,
      personId,
      who: answer.email ?? answer.subject,
      client,
    }),
  );

/**
 * The browser that began fetches its session. Where the address has an account that nobody linked,
 * the same code serves its owner, once signed in the old way, to link it.
 * @throws SignOnRefusal; Problem 403 as every sign-in.
 */
export const redeemCode = async (app: App, code: string, { client, cookies }: Came) => {
  const provider = await providerOfCode(app, code);
  let attempt: Attempt | null = null;
  try {
    if (provider.status !== "active") throw new SignOnRefusal("provider_off");
    const taken = await app.database.transaction(inside(provider.orgId), async (tx) => {
      const found = await attemptOfCode(tx, code, browserOf(cookies));
      if (found.purpose !== "sign_in") throw new SignOnRefusal("sso_expired");
      await useUp(tx, found);
      return found;
    });
    attempt = taken;
    const { answer } = taken;
    const personId = await arrive(app, provider, answer);
    if (!personId) {
      await app.database.transaction(inside(provider.orgId), (tx) => keepForLink(tx, taken));
      return {
        link_needed: true,
        code,
        provider: provider.name,
        email: answer.email!,
      } satisfies LinkNeeded;
    }
    await noteArrival(app, provider, personId, answer, client);
    return await beginProviderSession(
      identityDb(app.database),
      personId,
      { providerId: provider.id, orgId: provider.orgId },
      client,
      saysSecondFactor(answer, provider),
    );
  } catch (error) {
    if (error instanceof Problem) await refuse(app, provider, attempt, error, client);
    throw error;
  }
};

const keepLink = async (tx: Tx, provider: Provider, actor: Actor, answer: Answer) => {
  const before = await personOfSubject(tx, provider, answer.subject);
  if (before && before !== actor.personId)
    throw new Problem(
      "conflict",
      "linked_to_another",
      "This account of the provider belongs to somebody else here. Ask an administrator.",
    );
  if (!before && !(await keepIdentity(tx, provider, answer.subject, actor.personId!)))
    throw new Problem(
      "conflict",
      "linked_already",
      `Your account is linked to another account at ${provider.name}. End that link first.`,
    );
};

/**
 * The owner of an account links it: signed in the old way, after a proof that it is them, in the
 * browser that came from the provider. Who is no member yet comes in as the provider's rule of arrival says.
 * @throws SignOnRefusal; Problem 403 `proof_needed`, 409 `linked_already` | `linked_to_another`
 */
export const linkAccount = async (
  app: App,
  actor: Actor,
  code: string,
  { client, cookies }: Came,
): Promise<{ provider: string }> => {
  const provider = await providerOfCode(app, code);
  // A new way in, as a passkey is: a session that was stolen adds none.
  await assertProved(identityDb(app.database), actor);
  try {
    const answer = await app.database.transaction(inside(provider.orgId), async (tx) => {
      const attempt = await attemptOfCode(tx, code, browserOf(cookies));
      const another = attempt.personId !== null && attempt.personId !== actor.personId;
      if (attempt.purpose !== "link" || another) throw new SignOnRefusal("sso_expired");
      await useUp(tx, attempt);
      return attempt.answer;
    });
    await admit(app, provider, actor.personId!, answer);
    await app.database.transaction(inside(provider.orgId), async (tx) => {
      await keepLink(tx, provider, actor, answer);
      await applyMapping(tx, provider, actor.personId!, answer.claims);
      await noteEvent(tx, {
        kind: "link",
        good: true,
        providerId: provider.id,
        personId: actor.personId,
        who: answer.email ?? answer.subject,
        client,
      });
      await tellOfLink(tx, actor, provider.name);
    });
    return { provider: provider.name };
  } catch (error) {
    if (error instanceof Problem)
      await app.database.transaction(inside(provider.orgId), (tx) =>
        noteEvent(tx, {
          kind: "link",
          good: false,
          providerId: provider.id,
          personId: actor.personId,
          told: error.message,
          client,
        }),
      );
    throw error;
  }
};

/** Ends one's own link to a provider. @throws Problem 404. */
export const unlinkAccount = async (tx: Tx, actor: Actor, providerId: string): Promise<void> => {
  const gone = await tx.maybe(sql`
    delete from provider_identity
    where org_id = ${tx.scope.orgId}
      and provider_id = ${providerId}
      and person_id = ${actor.personId}
    returning person_id
  `);
  if (!gone) throw new Problem("notFound", "not_found", "No such link.");
  await noteEvent(tx, { kind: "unlink", good: true, providerId, personId: actor.personId });
};
