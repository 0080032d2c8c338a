import type { Actor } from "#kernel/access.ts";
import type { Database } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import type { answeredCalls } from "#server/http/answered.ts";
import type { takenExports } from "#server/http/export.ts";
import { logSecurityEvent } from "#areas/identity/identity.server.ts";
import { largeExport } from "./detections.data.ts";

type Listener<P> = P extends { of: (...items: readonly (infer T)[]) => unknown } ? T : never;

/** Calls that are told as security events once they went well, by their door. */
const toldCalls: Readonly<Record<string, string>> = {
  "POST /api/v1/vendors/{id}/actions/reveal-tin": "number_revealed",
  "POST /api/v1/vendors/{id}/bank-changes": "bank_changed",
  "POST /api/v1/vendor-bank-changes/{id}/actions/verify": "bank_changed",
  "POST /api/v1/approval-policies/{id}/actions/publish": "policy_changed",
  "PATCH /api/v1/organizations/{id}": "policy_changed",
  "POST /api/v1/legal-rules": "policy_changed",
  "POST /api/v1/legal-rules/{id}/actions/end": "policy_changed",
};

/** So many refusals of one person are told in a minute; a screen asks more at once. */
const mostRefusals = 5;
const told = new Map<string, { minute: number; n: number }>();

const isTold = (personId: string): boolean => {
  const minute = Math.floor(performance.now() / 60_000);
  const last = told.get(personId);
  if (told.size > 10_000) told.clear();
  const n = last?.minute === minute ? last.n + 1 : 1;
  told.set(personId, { minute, n });
  return n <= mostRefusals;
};

// Behind the answer: nobody waits for it, and where it cannot be written the work stands.
const log = (
  database: Database,
  actor: Actor,
  type: string,
  severity: "low" | "medium",
  told: { address: string; data: Record<string, unknown> },
): void =>
  void logSecurityEvent(identityDb(database), {
    ...{ type, severity, ...told },
    personId: actor.personId,
    orgId: actor.orgId,
    sessionId: actor.sessionId,
  }).catch((error: unknown) => console.error("security event:", error));

/** Tells refused access, shown numbers, and changed policies and bank accounts, as they are answered. */
export const watchCalls: Listener<typeof answeredCalls> = (database, request, answered) => {
  const { actor } = request;
  if (actor?.kind !== "member" || !answered.path) return;
  const { method, path, status } = answered;
  const about = { address: request.ip, data: { path: `${method} ${path}`, status } };
  if (status === 403 && isTold(actor.personId!))
    log(database, actor, "access_refused", "low", about);
  const kind = status < 300 ? toldCalls[`${method} ${path}`] : undefined;
  if (kind) log(database, actor, kind, "medium", about);
};

/** Tells exports of many rows. */
export const watchExports: Listener<typeof takenExports> = (database, actor, { path, rows }) => {
  if (rows >= largeExport && actor.kind === "member")
    log(database, actor, "large_export", "medium", { address: "", data: { path, rows } });
};
