import type { FastifyRequest } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { notAllowed, notSignedIn, Problem } from "#kernel/errors.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb, type IdentityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import {
  limitWrongKeys,
  standingInAgency,
  tokenHash,
  type Bearer,
} from "#areas/identity/identity.server.ts";
import { onlyGrantable } from "../account/scope.service.ts";
import { noteCaller } from "./call.service.ts";
import { programKeys } from "./program-keys.ts";

type Found = {
  orgId: string;
  keyId: string;
  programId: string;
  ownerId: string;
  name: string;
  scopes: string[];
  callsPerMinute: number;
  good: boolean;
  paused: boolean;
  inside: boolean;
};

const plainAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, "").split("%")[0]!;

// Asked at each call: a key that is revoked opens nothing from then on, on every instance.
const find = (identity: IdentityDb, key: string, address: string): Promise<Found | null> =>
  identity.maybe<Found>(sql`
    select
      k.org_id, k.id as key_id, k.program_id, g.owner_id, g.name, g.scopes, k.calls_per_minute,
      (
        k.revoked_at is null
        and least(k.expires_at, g.ends_at) > clock_timestamp()
        and g.status <> 'ended'
      ) as good,
      g.status = 'paused' as paused,
      (cardinality(k.networks) = 0 or ${address}::inet <<= any(k.networks::inet[])) as inside
    from program_key k
    join program_account g on g.org_id = k.org_id and g.id = k.program_id
    where k.hash = ${tokenHash(key)}
  `);

const refuseUnusable = ({ good, paused, inside }: Found): void => {
  if (!good)
    throw notSignedIn(
      "key_ended",
      "This key was revoked or has come to its end. Ask who answers for the program for a new one.",
    );
  if (paused)
    throw notSignedIn(
      "program_paused",
      "This program is paused. An administrator lets it work again.",
    );
  if (!inside)
    throw notAllowed(
      "This key may not be used from this address. Who answers for the program names its networks.",
      "address_not_allowed",
    );
};

/**
 * The program that shows a key, with the rights that it was given and that its owner still holds.
 * @throws Problem 401 for a key that opens nothing, 403 outside of its networks, 429 for one address
 * that tries many.
 */
const actorOfKey = async (
  database: Database,
  request: FastifyRequest,
  key: string,
): Promise<Actor> => {
  const identity = identityDb(database);
  const found = programKeys.isWellFormed(key)
    ? await find(identity, key, plainAddress(request.ip))
    : null;
  if (!found) {
    await limitWrongKeys(identity, addressForLimits(request.ip));
    throw notSignedIn("invalid_key", "This is no key, or not all of it.");
  }
  const { orgId, keyId, ownerId, programId, name, scopes, callsPerMinute } = found;
  noteCaller(request, { orgId, keyId, address: plainAddress(request.ip) });
  refuseUnusable(found);
  const owner = await standingInAgency(identity, orgId, ownerId);
  if (!owner)
    throw notSignedIn(
      "nobody_answers",
      "Whoever answers for this program is no member of the agency now. An administrator names somebody else.",
    );
  return {
    kind: "program",
    personId: ownerId,
    name: `${name} (program of ${owner.name})`,
    email: owner.email,
    orgId,
    role: "user",
    duties: [],
    permissions: onlyGrantable(scopes, owner.permissions),
    departmentIds: [],
    vendorIds: [],
    sessionId: null,
    timeZone: owner.timeZone,
    program: { id: programId, keyId, callsPerMinute },
  };
};

/** Programs show a key where people show the token of their session. */
export const keyBearer: Bearer = {
  begins: programKeys.begins,
  refuseIn: (address) => {
    if (programKeys.holdsKey(address))
      throw new Problem(
        "invalid",
        "key_in_address",
        "A key never stands in an address: addresses are kept in logs. Revoke this key, and send the new one as Authorization: Bearer.",
        { status: 400 },
      );
  },
  actor: actorOfKey,
};
