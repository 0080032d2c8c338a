import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { identityLeaving } from "./identity.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import type { FastifyRequest } from "fastify";
import { anonymous, type Actor } from "#kernel/access.ts";
import type { Database, Db } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { authEndpoints } from "./auth.api.ts";
import { heldAfterRestore } from "#server/backup/holding.ts";
import { sessionsAfterRestore } from "./restored.service.ts";
import { seedIdentity } from "./identity.seed.ts";
import { beginMail, identitySchedules } from "./mail.jobs.ts";
import { countCall } from "./api-limit.service.ts";
import { outsideEndpoints } from "./ways-in.api.ts";
import { meEndpoints } from "./me/me.api.ts";
import { actorOfBearer } from "./bearer.service.ts";
import { principalOf } from "./principal.service.ts";
import { actorOfTicket, ticketEndpoints } from "./ticket.service.ts";
import { proofEndpoints } from "./proof.api.ts";
import { secondFactorEndpoints } from "./second-factor.api.ts";
import { assertLimitsOn, spend } from "./rate-limit.service.ts";

export { limitsAreOff } from "./rate-limit.service.ts";
export { defaultCallsPerMinute } from "./api-limit.service.ts";
export { bearers, type Bearer } from "./bearer.service.ts";
export { resolvePrincipal } from "./principal.service.ts";
export { lacksFactor, memberByAddress, standingInAgency } from "./standing.service.ts";
export { logSecurityEvent, tellPastEvents } from "./security-event.service.ts";
export {
  eventsByDay,
  securityEventList,
  securityEventsSince,
  strangerSignIns,
  strangersTried,
  wokenSince,
  type SeenEvent,
} from "./security-event.list.ts";
export { demoActor } from "./demo-actor.service.ts";
export { namesOf } from "./names.service.ts";
export { seedDemoPeople, seedIdentity, seedVendorPerson } from "./identity.seed.ts";
export { demoPersonId as demoPersonOf } from "./demo.model.ts";
export { resetFactor, resetFactorAsOperator } from "./second-factor.service.ts";
export { enterOrganization } from "./me/me.service.ts";
export { ownSignIns, sayNotMe } from "./me/not-me.service.ts";
export {
  addressesOfVendor,
  agenciesForVendors,
  colleaguesOf,
  foundVendorIdentity,
  newVendorIdentities,
  inviteColleague,
  joinCompany,
  removeColleague,
  revokeColleague,
} from "./vendor-identity.service.ts";
export { kept, nothingKept, type Kept } from "./identity.model.ts";
export {
  accountsOf,
  endSessionsIn,
  lockAccount,
  resendAccountConfirmation,
  sessionsIn,
  signInsOf,
  unlockAccount,
  type AccountFilter,
  type SignIn,
} from "./people.service.ts";
export { waysIn } from "./ways.model.ts";
export { waysInOf } from "./ways.service.ts";
export { assertProved, signedInAt } from "./proof.service.ts";
export {
  accountOf,
  agenciesToTell,
  beginProviderSession,
  breakGlassOf,
  cameThrough,
  endEntryRule,
  endSessionsBeside,
  entryRule,
  liftEntryRule,
  limitProviderSignIn,
  newProviderPerson,
  renameEntryRule,
  setBreakGlass,
  setEntryRule,
  takeUntold,
  withSecondFactor,
  type EntryRule,
} from "./provider-session.service.ts";
export { clientOf, markBrowser } from "./client.service.ts";
export { secondFactorNeeded, tokenPair, type Client } from "./identity.model.ts";
export { newToken, tokenHash } from "./token.service.ts";
export { kickMail } from "./mail.jobs.ts";

assertLimitsOn();

/** Counts one question to the assistant (30 in five minutes). @throws Problem 429. */
export const limitChat = (db: Db, key: string): Promise<void> => spend(db, "chat", key);
/** Counts one search of the public documentation from an address (240 in five minutes). @throws Problem 429. */
export const limitPublicSearch = (db: Db, address: string): Promise<void> =>
  spend(db, "publicSearch", address);

/** Counts one form of the public site from an address (20 an hour). @throws Problem 429. */
export const limitPublicForm = (db: Db, address: string): Promise<void> =>
  spend(db, "publicForm", address);

/** Counts one upload for a public form from an address (60 an hour). @throws Problem 429. */
export const limitFormFile = (db: Db, address: string): Promise<void> =>
  spend(db, "formFile", address);

/** Counts one wrong key of a program from an address, as wrong passwords are. @throws Problem 429. */
export const limitWrongKeys = (db: Db, address: string): Promise<void> =>
  spend(db, "auth", `key ${address}`);

/** Counts one use of something sensitive (SPEC 9: 10 an hour). @throws Problem 429. */
export const limitSensitive = (db: Db, key: string): Promise<void> => spend(db, "sensitive", key);

/**
 * Counts one report that anybody may send (security events, visits): 100 a minute. @throws Problem
 * 429.
 */
export const limitEvents = (db: Db, key: string): Promise<void> => spend(db, "events", key);

// Asked for by people whose access token may have run out: a bad token counts as none.
const forgiving =
  /^\/auth\/v1\/(token|sign-up|sign-out|logout|recover|verify|resend|sso\/(offer|session))\b/;

/** Who sends a request, for `buildApp`. */
export const principal =
  (database: Database) =>
  async (request: FastifyRequest): Promise<Actor> => {
    const other = await actorOfBearer(database, request);
    if (other) {
      countCall(identityDb(database), other);
      return other;
    }
    const byTicket = await actorOfTicket(identityDb(database), request.method, request.url);
    if (byTicket) return byTicket;
    const found = principalOf(identityDb(database), request.headers.authorization);
    if (forgiving.test(request.url)) return found.catch(() => anonymous);
    const actor = await found;
    countCall(identityDb(database), actor);
    return actor;
  };

/** What the server mounts of this area. */
export default defineArea({
  name: "identity",
  noFacts: "It keeps who somebody is, nothing that is added up.",
  endpoints: [
    ...authEndpoints,
    ...secondFactorEndpoints,
    ...proofEndpoints,
    ...outsideEndpoints,
    ...meEndpoints,
    ...ticketEndpoints,
  ],
  schedules: identitySchedules,
  brings: [agencyTables.of(...identityLeaving), heldAfterRestore.of(sessionsAfterRestore)],
  // Letters that waited at the backup are held in the queue, one by one.
  start: { afterRestore: "goes on", begin: beginMail },
  seed: { after: [], tell: seedIdentity },
});
