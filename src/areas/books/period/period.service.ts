import { createHash } from "node:crypto";
import type { Actor } from "#kernel/access.ts";
import { canonicalJson } from "#kernel/canonical-json.ts";
import { conflict, invalid } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import { setClosedThrough } from "#areas/budget/budget.server.ts";
import { businessNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { followOnce } from "../posting/follower.service.ts";
import { lockBooks } from "../posting/write-entries.service.ts";
import { trialBalance } from "../statement/trial-balance.service.ts";
import { closeYearBooks, takeBackYearEnd } from "./year-end.service.ts";
import { checksOf, sentenceOf } from "./close-checks.service.ts";
import type { CloseLine, FrozenPeriod, SoftCloseInput, Waiting } from "./period.model.ts";
import { periodNoun } from "./period.noun.ts";
import type { PeriodRecord } from "./period.record.ts";

/** The digest of a period as it was closed. */
export const periodSha = (frozen: FrozenPeriod): string =>
  createHash("sha256").update(canonicalJson(frozen)).digest("hex");

// So many batches are followed before a period closes; whatever is behind stops it.
const rounds = 40;
const followAll = async (tx: Tx): Promise<void> => {
  for (let n = 0; n < rounds; n += 1)
    if ((await followOnce(tx, { everything: true })).seen === 0) return;
};

// Looked at again behind the lock, with everything that was written until then.
const requireNothingStops = async (tx: Tx, row: PeriodRecord): Promise<CloseLine[]> => {
  const checks = await checksOf(tx, row);
  const stops = checks.find((c) => c.stops && c.count > 0);
  if (stops) throw conflict("rule", sentenceOf(stops));
  return checks;
};

const shortest = 5;
const reasonsFor = (checks: readonly CloseLine[], reasons: SoftCloseInput): Waiting[] => {
  const waits = checks
    .filter((c) => !c.stops && c.count > 0)
    .map(({ name, label, said }) => ({
      check: name,
      label,
      said,
      reason: reasons[`wait.${name}`] ?? "",
    }));
  const missing = waits.filter(({ reason }) => reason.length < shortest);
  if (missing.length > 0)
    throw invalid(
      "reason_missing",
      `Say why it waits: ${missing.map((w) => `${w.label.toLowerCase()} (${w.said})`).join("; ")}.`,
      missing.map((w) => ({ path: `wait.${w.check}`, message: "Say why it waits." })),
    );
  return waits;
};

/**
 * Closes a period for documents: what comes later falls into the next one, entries by hand still post. What
 * waits is named with its reason (422 `reason_missing`); 409 with the first of what stops it.
 */
export const softClosePeriod = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  input: SoftCloseInput,
): Promise<PeriodRecord> =>
  transition(tx, actor, periodNoun, {
    id,
    action: "softClose",
    version,
    effect: async (row) => {
      if (!row.adjustment) await setClosedThrough(tx, row.lastDay);
      await lockBooks(tx);
      await followAll(tx);
      const waits = reasonsFor(await requireNothingStops(tx, row), input);
      return {
        patch: {
          waits,
          preparedBy: actor.personId,
          preparedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

const lastClosedBefore = async (db: Db, row: PeriodRecord): Promise<Day | null> =>
  (
    await db.maybe<{ lastDay: Day }>(sql`
      select p.last_day
      from accounting_period p
      where p.org_id = ${row.orgId}
        and not p.adjustment
        and p.status <> 'open'
        and (p.year, p.place) < (${row.year}::int, ${row.place}::int)
      order by p.year desc, p.place desc
      limit 1
    `)
  )?.lastDay ?? null;

/** Opens a period for documents again, with the reason. */
export const openPeriod = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<PeriodRecord> =>
  transition(tx, actor, periodNoun, {
    id,
    action: "open",
    version,
    reason,
    effect: async (row) => {
      await lockBooks(tx);
      if (!row.adjustment) await setClosedThrough(tx, await lastClosedBefore(tx, row));
      return { patch: { waits: [], preparedBy: null, preparedAt: null } };
    },
  });

/**
 * Closes a period as another person than closed it for documents: its trial balance is frozen, nothing
 * is written into it any more. An adjustment period closes the year's revenue, spending and budgetary
 * accounts into fund balance. 409 with the first of what stops it.
 */
export const closePeriod = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<PeriodRecord> =>
  transition(tx, actor, periodNoun, {
    id,
    action: "close",
    version,
    effect: async (row) => {
      await lockBooks(tx);
      await followAll(tx);
      await requireNothingStops(tx, row);
      const frozen = { rows: await trialBalance(tx, row) };
      if (row.adjustment) await closeYearBooks(tx, row);
      return {
        patch: {
          frozen,
          sha256: periodSha(frozen),
          closedBy: actor.personId,
          closedAt: businessNow(tx.scope).toISOString(),
        },
      };
    },
  });

/** Reopens the last closed period for entries by hand, with the reason. */
export const reopenPeriod = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<PeriodRecord> => {
  await lockBooks(tx);
  const row = await transition(tx, actor, periodNoun, {
    id,
    action: "reopen",
    version,
    reason,
    effect: async () => ({ patch: { frozen: null, sha256: null, closedBy: null, closedAt: null } }),
  });
  if (row.adjustment) await takeBackYearEnd(tx, row);
  return row;
};
