import { createHash } from "node:crypto";
import { systemActor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { App } from "#server/app.ts";
import { ledgerEntries, ledgerSize } from "#server/audit/ledger.ts";
import { keepReaderPlace, readerPlace, takeReaderPlace } from "#server/audit/reader.ts";
import {
  allControlSubjects,
  controlSubject,
  heardOf,
  type ControlSubject,
} from "#server/controls/control-checks.ts";
import { publishedPolicies } from "#server/controls/policies.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Schedule } from "#server/jobs/jobs.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { organizationIds } from "#areas/organization/organization.server.ts";
import { controlsInForce, ensureControls } from "../control/control.service.ts";
import { awaitFreezing, endings, freezeFiles } from "../file/frozen.service.ts";
import { endRetired } from "../failure/settle.service.ts";
import { endWaivers } from "../waiver/waiver.service.ts";
import { judgeRecords, turnedBy } from "./judge.service.ts";

const reader = "controls";
/** Places of the ledger that one transaction reads, and records that it judges. */
const batch = { entries: 500, records: 100 };
/** So many transactions in one go; the next minute takes the rest. */
const mostRounds = 60;

type Scope = { orgId: string; personId: null };

const namedBetween = async (
  tx: Tx,
  subject: ControlSubject,
  from: number,
  below: number,
): Promise<ReadonlySet<string>> => {
  const heard = heardOf(subject);
  const actions = [...new Set(heard.flatMap((each) => Object.keys(each)))];
  const ids = new Set<string>();
  for (const entry of await ledgerEntries(tx, { from, below, actions }))
    for (const each of heard)
      for (const id of (await each[entry.action]?.(tx, entry)) ?? []) ids.add(id);
  return ids;
};

const readBatch = async (tx: Tx): Promise<boolean> => {
  const from = await takeReaderPlace(tx, reader);
  if (from === null) return false;
  const size = await ledgerSize(tx);
  const below = Math.min(size, from + batch.entries);
  if (below <= from) return false;
  await awaitFreezing(tx, await ledgerEntries(tx, { from, below, actions: [...endings] }));
  for (const subject of allControlSubjects()) {
    const ids = await namedBetween(tx, subject, from, below);
    await judgeRecords(tx, subject, [...ids], "record");
  }
  await keepReaderPlace(tx, reader, below);
  return below < size;
};

/** Which controls and rules of law hold, as one text that changes as soon as any of them does. */
const lawOf = async (tx: Tx): Promise<{ controls: string; law: string }> => {
  const [controls, rules, policies] = await Promise.all([
    controlsInForce(tx),
    listRules(tx),
    publishedPolicies(tx),
  ]);
  const digest = (of: unknown) => createHash("sha256").update(JSON.stringify(of)).digest("hex");
  const own = digest(controls.map(({ versionId }) => versionId));
  return {
    controls: own,
    law: `${own} ${digest([
      rules.map((r) => [r.id, r.version, r.effectiveTo, r.parameters]),
      policies.map((p) => [p.id, p.until]),
    ])}`,
  };
};

type Sweep = {
  law: string;
  cause: "rule" | "control";
  noun: string | null;
  afterId: string | null;
};

const sweepOf = (tx: Tx): Promise<Sweep | null> =>
  tx.maybe<Sweep>(sql`
    select law, cause, noun, after_id
    from control_sweep
    where org_id = ${tx.scope.orgId}
    for update skip locked
  `);

const keepSweep = (tx: Tx, { law, cause, noun, afterId }: Sweep) =>
  tx.rows(sql`
    insert into control_sweep (org_id, law, cause, noun, after_id)
    values (${tx.scope.orgId}, ${law}, ${cause}, ${noun}, ${afterId})
    on conflict (org_id)
    do update set
      law = excluded.law, cause = excluded.cause, noun = excluded.noun, after_id = excluded.after_id
  `);

// What is judged anew because the law or a control is another one goes through all records, by kind.
const beginSweep = async (tx: Tx, before: Sweep | null): Promise<Sweep> => {
  const { controls, law } = await lawOf(tx);
  if (before?.law === law) return before;
  const inForce = (await controlsInForce(tx)).map(({ controlId }) => controlId);
  await endRetired(tx, systemActor(tx.scope.orgId!), inForce);
  const first = allControlSubjects()[0]?.noun ?? null;
  const cause = before?.law.startsWith(controls) ? "rule" : "control";
  return { law, cause, noun: first, afterId: null };
};

const sweepBatch = async (tx: Tx): Promise<boolean> => {
  const sweep = await beginSweep(tx, await sweepOf(tx));
  const subject = sweep.noun === null ? null : controlSubject(sweep.noun);
  if (!subject) {
    await keepSweep(tx, { ...sweep, noun: null, afterId: null });
    return false;
  }
  const ids = await subject.all(tx, sweep.afterId, batch.records);
  await judgeRecords(tx, subject, ids, sweep.cause);
  const nouns = allControlSubjects().map(({ noun }) => noun);
  const over = ids.length < batch.records;
  await keepSweep(tx, {
    ...sweep,
    noun: over ? (nouns[nouns.indexOf(subject.noun) + 1] ?? null) : subject.noun,
    afterId: over ? null : ids.at(-1)!,
  });
  return true;
};

const turnBatch = async (tx: Tx): Promise<void> => {
  const turned = await turnedBy(tx, businessDate(tx.scope), batch.records);
  for (const subject of allControlSubjects())
    await judgeRecords(
      tx,
      subject,
      turned.flatMap((each) => (each.subjectType === subject.noun ? [each.subjectId] : [])),
      "time",
    );
};

// The first pass goes through all records: what the ledger tells of before needs no reading.
const beginReading = async (tx: Tx): Promise<void> => {
  if ((await readerPlace(tx, reader)) !== null) return;
  if ((await takeReaderPlace(tx, reader)) !== null)
    await keepReaderPlace(tx, reader, await ledgerSize(tx));
};

/**
 * Judges what happened in an agency since it was looked at: records that its ledger names, all of them
 * where a control or a rule of law is another one, and those whose day has come.
 */
export const judgeOn = async (app: App, scope: Scope): Promise<void> => {
  await app.database.transaction(scope, async (tx) => {
    await ensureControls(tx);
    await beginReading(tx);
  });
  for (let n = 0; n < mostRounds; n += 1)
    if (!(await app.database.transaction(scope, readBatch))) break;
  for (let n = 0; n < mostRounds; n += 1)
    if (!(await app.database.transaction(scope, sweepBatch))) break;
  await app.database.transaction(scope, turnBatch);
  await app.database.transaction(scope, (tx) => endWaivers(tx, systemActor(scope.orgId)));
};

/** Every minute in every agency; it writes of the agency's own records only. */
export const controlsClock: Schedule = {
  name: "controls-judge",
  cron: "* * * * *",
  afterRestore: "goes on",
  run: async (app) => {
    for (const orgId of await organizationIds(app.database)) {
      const scope = { orgId, personId: null };
      await judgeOn(app, scope);
      await app.database.transaction(scope, freezeFiles);
    }
  },
};
