import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { wholeWith } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "../app.ts";
import { audit } from "../audit/audit.ts";
import type { Db, Tx } from "../db/db.ts";
import { insertRow, lockRow, updateRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { requireVersion } from "../http/endpoint.ts";
import { announce } from "../lifecycle.ts";
import { checkAddress } from "../outgoing/address.ts";
import { OutgoingRefusal } from "../outgoing/refusal.ts";
import { disableEndpoint } from "./disabling.ts";
import { newSecret } from "./secret.ts";
import { requireTopics } from "./topics.ts";
import {
  endpointInput,
  type EndpointInput,
  type EndpointRow,
  type ShownSecret,
} from "#kernel/webhook.model.ts";
import { webhookEndpoint } from "./webhook.tables.ts";

type Endpoint = typeof webhookEndpoint.$inferSelect;

/** So many endpoints an agency has. */
const mostEndpoints = 50;

/** What the audit record keeps of an endpoint: never a secret, sealed or not. */
const shown = ({ secret: _s, secretBefore, ...endpoint }: Endpoint) => ({
  ...endpoint,
  rotating: secretBefore !== null,
});

const note = (
  tx: Tx,
  actor: Actor,
  action: string,
  before: Endpoint | null,
  after: Endpoint,
  why: string | null = null,
): void => {
  audit(tx, actor, {
    action: `webhookEndpoint.${action}`,
    objectType: "webhookEndpoint",
    objectId: after.id,
    objectNumber: new URL(after.address).host,
    before: before && shown(before),
    after: shown(after),
    note: why,
  });
  announce(tx, after.orgId, "webhookEndpoint.change", after.id);
};

const requireAddress = (app: App, address: string): void => {
  try {
    checkAddress(address, app.config.LEVEE_OUTGOING_ALLOW);
  } catch (error) {
    if (error instanceof OutgoingRefusal) throw invalidField("address", error.message, error.code);
    throw error;
  }
};

const requireFree = async (tx: Tx, address: string, but: string | null): Promise<void> => {
  // One after the other within an agency: the count and the address are what was counted.
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(${`webhook ${tx.scope.orgId}`}, 0))::text as locked
  `);
  const others = await tx.rows<{ address: string }>(sql`
    select address
    from webhook_endpoint
    where org_id = ${tx.scope.orgId} and id is distinct from ${but}::uuid
  `);
  if (others.some((each) => each.address === address))
    throw invalidField("address", "This address is an endpoint already.");
  if (others.length >= mostEndpoints)
    throw conflict("too_many_endpoints", `An agency has ${mostEndpoints} endpoints at most.`);
};

/**
 * Registers a receiver. The secret is in this answer alone. 422 for an address that is not called,
 * or for an event that nobody sends.
 */
export const addEndpoint = async (
  app: App,
  tx: Tx,
  actor: Actor,
  input: EndpointInput,
): Promise<ShownSecret> => {
  requireAddress(app, input.address);
  requireTopics(actor, input.topics);
  await requireFree(tx, input.address, null);
  const id = newId();
  const orgId = tx.scope.orgId!;
  const secret = newSecret({ orgId, id });
  const made = await insertRow(tx, webhookEndpoint, {
    ...input,
    orgId,
    id,
    secret: secret.sealed,
    ownerId: actor.personId!,
  });
  note(tx, actor, "create", null, made);
  return { id, version: made.version, secret: secret.shown };
};

const locked = async (tx: Tx, id: string, version: number | null): Promise<Endpoint> => {
  const row = await lockRow(tx, webhookEndpoint, id, "webhook endpoint");
  requireVersion(row.version, version);
  return row;
};

type Written = { id: string; version: number };

export const changeEndpoint = async (
  app: App,
  tx: Tx,
  actor: Actor,
  id: string,
  patch: Partial<EndpointInput>,
  version: number | null,
): Promise<Written> => {
  const before = await locked(tx, id, version);
  const input = wholeWith(endpointInput, endpointInput.shape, before, patch);
  requireAddress(app, input.address);
  requireTopics(actor, input.topics);
  if (input.address !== before.address) await requireFree(tx, input.address, id);
  const after = await updateRow(tx, webhookEndpoint, id, input);
  note(tx, actor, "change", before, after);
  return after;
};

/** A second secret, shown once; until the old one is ended, both sign. 409 while two sign already. */
export const rotateSecret = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<ShownSecret> => {
  const before = await locked(tx, id, version);
  if (before.secretBefore !== null)
    throw conflict("rotating_already", "Two secrets sign already. End the old one first.");
  const secret = newSecret({ orgId: before.orgId, id });
  const after = await updateRow(tx, webhookEndpoint, id, {
    secret: secret.sealed,
    secretBefore: before.secret,
    secretMadeAt: (await tx.one<{ at: string }>(sql`select clock_timestamp() as at`)).at,
  });
  note(tx, actor, "rotate", before, after);
  return { id, version: after.version, secret: secret.shown };
};

/** The old secret signs no more. 409 where there is none. */
export const endOldSecret = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<Written> => {
  const before = await locked(tx, id, version);
  if (before.secretBefore === null)
    throw conflict("one_secret", "One secret signs. There is no old one to end.");
  const after = await updateRow(tx, webhookEndpoint, id, { secretBefore: null });
  note(tx, actor, "endOldSecret", before, after);
  return after;
};

export const disableByHand = async (
  tx: Tx,
  actor: Actor,
  id: string,
  reason: string,
  version: number | null,
): Promise<Written> => {
  const before = await locked(tx, id, version);
  if (before.state === "disabled") throw conflict("disabled_already", "It is disabled already.");
  await disableEndpoint(tx, actor, id, reason);
  return { id, version: before.version + 1 };
};

/** What happens from now on goes there again; what was cancelled is sent again by a replay. */
export const enableEndpoint = async (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
): Promise<Written> => {
  const before = await locked(tx, id, version);
  if (before.state === "active") throw conflict("active_already", "It is active already.");
  const after = await updateRow(tx, webhookEndpoint, id, {
    state: "active",
    disabledReason: null,
    restUntil: null,
  });
  note(tx, actor, "enable", before, after);
  return after;
};

/** The agency's endpoints, with what waits and what failed at each. */
export const listEndpointRows = (db: Db): Promise<EndpointRow[]> =>
  db.rows<EndpointRow>(sql`
    select
      e.id, e.address, e.description, e.topics, e.state, e.disabled_reason, e.secret_made_at,
      e.secret_before is not null as rotating, e.rest_until, e.owner_id, e.version, e.created_at,
      count(*) filter (where d.status in ('queued', 'sending', 'retrying'))::int as waiting,
      count(*) filter (where d.status = 'failed')::int as failed
    from webhook_endpoint e
    left join webhook_delivery d on d.org_id = e.org_id and d.endpoint_id = e.id
    where e.org_id = ${db.scope.orgId}
    group by e.org_id, e.id
    order by e.created_at
  `);
