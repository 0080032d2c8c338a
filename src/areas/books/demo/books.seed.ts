import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { addDays } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { agencyYears } from "#areas/budget/budget.server.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { beginGeneralLedger } from "../begin/begin.service.ts";
import { accountOf } from "../chart/chart.service.ts";
import { entryInput } from "../entry/entry.model.ts";
import { entryNoun } from "../entry/entry.noun.ts";
import { draftEntry, postEntry } from "../entry/entry.service.ts";
import { checksOf } from "../period/close-checks.service.ts";
import type { PeriodRecord } from "../period/period.record.ts";
import { closePeriod, softClosePeriod } from "../period/period.service.ts";
import { seedFinanceSystem } from "./finance-system.seed.ts";
import { followBooks } from "../posting/follower.jobs.ts";

const at = (id: string) => ({ id, version: null, reason: null });

// What the former books handed over: cash against fund balance, in each fund.
const openingOf = async (tx: Tx, postedOn: string) => {
  const funds = await tx.rows<{ id: string }>(sql`
    select id
    from gl_account
    where org_id = ${tx.scope.orgId} and kind = 'fund' and active
    order by code
  `);
  const [cash, balance] = await Promise.all([accountOf(tx, "cash"), accountOf(tx, "fundBalance")]);
  const cents = (at: number) => (at === 0 ? 4_812_400_00 : 612_500_00 / at);
  return entryInput.parse({
    kind: "opening",
    title: "Opening balances of the year",
    reason: "Audited balance sheet of the year before, approved by the board",
    postedOn,
    lines: funds.slice(0, 4).flatMap(({ id }, n) => [
      { fundId: id, accountId: cash, debit: Math.round(cents(n)) },
      { fundId: id, accountId: balance, credit: Math.round(cents(n)) },
    ]),
  });
};

const enterOpening = async (app: App, controller: Actor, poster: Actor, startsOn: string) => {
  const { transaction } = app.database;
  const { id } = await transaction(controller, async (tx) => {
    const made = await draftEntry(tx, controller, await openingOf(tx, startsOn));
    return transition(tx, controller, entryNoun, { id: made.id, action: "submit", version: null });
  });
  await transaction(poster, (tx) => postEntry(tx, poster, at(id)));
};

const ended = (app: App, actor: Actor) =>
  app.database.transaction(actor, (tx) =>
    tx.rows<PeriodRecord>(sql`
      select p.*
      from accounting_period p
      where p.org_id = ${actor.orgId}
        and p.last_day < ${businessDate(tx.scope)}
        and not p.adjustment
      order by p.year, p.place
    `),
  );

const waitReason = "Known to the controller; it counts in the month in which it is settled";

// The last month that ended stays open: what stops it is the controller's work of today.
const closeMonths = async (app: App, controller: Actor, reviewer: Actor): Promise<number> => {
  const { transaction } = app.database;
  const months = (await ended(app, controller)).slice(0, -1);
  let closed = 0;
  for (const month of months) {
    try {
      await transaction(controller, async (tx) => {
        const waits = (await checksOf(tx, month)).filter((c) => !c.stops && c.count > 0);
        const reasons = Object.fromEntries(waits.map((c) => [`wait.${c.name}`, waitReason]));
        await softClosePeriod(tx, controller, at(month.id), reasons);
      });
      await transaction(reviewer, (tx) => closePeriod(tx, reviewer, at(month.id)));
    } catch (error) {
      // What stops a month of the story stops it on this day only: it stays for the controller.
      if (error instanceof Problem) return closed;
      throw error;
    }
    closed += 1;
  }
  return closed;
};

/** The general ledger of Carver County from the year before on; its first months are closed. */
export const seedBooks = async (app: App, log: (line: string) => void): Promise<void> => {
  const controller = demoActor("controller");
  const manager = demoActor("manager");
  const officer = demoActor("budget");
  const year = await app.database.transaction(controller, async (tx) => {
    const yearAgo = addDays(businessDate(tx.scope), -365);
    const years = await agencyYears(tx);
    return years.find((y) => y.endsOn >= yearAgo) ?? null;
  });
  if (!year) return;
  await app.database.transaction(manager, (tx) => beginGeneralLedger(tx, manager, year.id));
  await enterOpening(app, controller, officer, year.startsOn);
  await followBooks(app, controller.orgId!);
  const closed = await closeMonths(app, controller, manager);
  const batch = await seedFinanceSystem(app, controller, manager, year.startsOn);
  log(`general ledger of ${year.year}: ${closed} months closed, ${batch ?? "no batch"}`);
};
