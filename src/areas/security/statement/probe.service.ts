import type { FastifyReply } from "fastify";
import type { Actor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import { checkpointStanding } from "#server/audit/ledger.ts";
import type { Database, Db } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { openAlarms, type AlarmKind } from "#server/operation/alarms.ts";
import { allProbes } from "#server/operation/checking.ts";
import { signInsOf } from "#areas/identity/identity.server.ts";
import { isWeighty, standingsOf } from "#areas/organization/organization.server.ts";

export type ProbeName =
  | "rowSecurity"
  | "officersFactor"
  | "checkpoint"
  | "https"
  | "headers"
  | "keyStore"
  | "clock"
  | "backup";

/** What a probe is given: whose agency, and the answer that is under way. */
export type Probing = { app: App; db: Db; actor: Actor; reply: Pick<FastifyReply, "getHeader"> };

/** What a probe found; null: nothing of the kind is there to try. */
export type Probed = { good: boolean | null; said: string };

/** The machine is the same for everybody: what was found holds for a minute, whoever asks. */
const keptMs = 60_000;
const kept = new WeakMap<Database, Map<string, { until: number; found: Promise<Probed> }>>();

const tried = async (name: string, { app, actor }: Probing): Promise<Probed> => {
  const probe = allProbes().find((one) => one.name === name);
  if (!probe) return { good: null, said: "It is not tried on this server." };
  const { outcome, said } = await probe.run({ app, actor });
  return { good: outcome === "none" ? null : outcome === "green", said };
};

const ofMachine =
  (name: string) =>
  (probing: Probing): Promise<Probed> => {
    const { database } = probing.app;
    const ofDatabase = kept.get(database) ?? new Map();
    kept.set(database, ofDatabase);
    const last = ofDatabase.get(name);
    if (last && performance.now() < last.until) return last.found;
    const found = tried(name, probing);
    ofDatabase.set(name, { until: performance.now() + keptMs, found });
    found.catch(() => ofDatabase.delete(name));
    return found;
  };

const noAlarm =
  (kind: AlarmKind, well: string) =>
  async ({ db }: Probing): Promise<Probed> => {
    const open = (await openAlarms(db)).filter((alarm) => alarm.kind === kind);
    return open.length === 0
      ? { good: true, said: well }
      : { good: false, said: open.map(({ text }) => text).join(" ") };
  };

// Names stay with the administrators: everybody reads how many.
const officersFactor = async ({ app, db }: Probing): Promise<Probed> => {
  const officers = (await standingsOf(db)).filter(({ role, duties }) => isWeighty(role, duties));
  const signIns = await signInsOf(
    identityDb(app.database),
    db.scope.orgId!,
    officers.map(({ personId }) => personId),
  );
  const without = signIns.filter(({ secondFactor }) => !secondFactor).length;
  return {
    good: without === 0,
    said: `${officers.length - without} of ${counted(officers.length, "officer")} have set one up.`,
  };
};

const lateMinutes = 60;

const checkpoint = async ({ db }: Probing): Promise<Probed> => {
  const { minutes, behind } = await checkpointStanding(db);
  if (minutes === null) return { good: null, said: "Nothing has been sealed yet." };
  const age = `The newest is ${counted(Math.round(minutes), "minute")} old`;
  return behind && minutes > lateMinutes
    ? { good: false, said: `${age}, and entries since wait for one.` }
    : { good: true, said: behind ? `${age}.` : `${age}, and covers every entry.` };
};

const https = async ({ app }: Probing): Promise<Probed> => {
  const good = app.config.origin.startsWith("https://");
  return { good, said: `The address of this server is ${app.config.origin}.` };
};

const headers = async ({ reply }: Probing): Promise<Probed> => {
  const wanted = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
  const lacking = Object.entries(wanted).filter(([name, value]) => reply.getHeader(name) !== value);
  return lacking.length === 0
    ? { good: true, said: "This very answer bears them." }
    : { good: false, said: `This answer lacks ${lacking.map(([name]) => name).join(", ")}.` };
};

/** Every probe of a statement, by name; what fails to run is told as red. */
export const probesOfStatements: Readonly<
  Record<ProbeName, (probing: Probing) => Promise<Probed>>
> = {
  rowSecurity: ofMachine("row-security"),
  officersFactor,
  checkpoint,
  https,
  headers,
  keyStore: ofMachine("key-store"),
  clock: ofMachine("clock"),
  backup: noAlarm("backup", "No alarm of a late or failed backup is open."),
};
