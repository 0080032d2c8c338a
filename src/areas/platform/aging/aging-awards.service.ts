import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { utcDay, type Day } from "#kernel/time.ts";
import { fiscalYearOf, yearStartOf } from "#areas/budget/budget.server.ts";
import { postJournal, sendRegister } from "#areas/finance/finance.server.ts";
import {
  acceptAward,
  awardByTitle,
  awardInput,
  createAward,
  drawDemo,
  monthsAfter,
  stepAward,
} from "#areas/grants/grants.server.ts";
import {
  agingAccountCode,
  agingDepartments,
  agingGrantNumber,
  agingPrograms,
} from "./aging.model.ts";

type Program = (typeof agingPrograms)[number];
type Days = { today: string; year: number };

// A program that needs attention is one whose first quarter is over and not reported on.
const periodOf = (of: Program, { today, year }: Days) =>
  of.status === "Active"
    ? { periodFrom: `${year - 1}-07-01`, periodTo: `${year + 1}-06-30`, reportEvery: "annual" }
    : {
        periodFrom: monthsAfter(today, -5),
        periodTo: monthsAfter(today, 19),
        reportEvery: "quarterly",
      };

const inputOf = (of: Program, days: Days) => {
  const staff = of.amount / 5;
  return awardInput.parse({
    ...periodOf(of, days),
    title: of.title,
    program: of.program,
    grantor: of.grantor,
    grantorNumber: agingGrantNumber(of.code),
    assistanceListing: of.listing ?? "",
    federal: of.listing !== null,
    departmentId: agingDepartments.find((d) => d.code === of.department)!.id,
    amount: of.amount,
    budget: [
      { objectClass: "personnel", cents: staff },
      { objectClass: "contractual", cents: of.amount - staff },
    ],
  });
};

const openAward = async (tx: Tx, actor: Actor, of: Program, days: Days): Promise<void> => {
  if (await awardByTitle(tx, of.title)) return;
  const { id } = await createAward(tx, actor, inputOf(of, days));
  await acceptAward(tx, actor, { id, version: null }, { segmentCode: of.code });
  await stepAward(tx, actor, "activate", { id, version: null, reason: null });
};

const dayBefore = (day: string): string => {
  const at = new Date(`${day}T12:00:00Z`);
  at.setUTCDate(at.getUTCDate() - 1);
  return utcDay(at);
};

// Months from the fiscal year's first day on, the last one until yesterday.
const monthsPaid = (startsOn: Day, today: string): { from: string; to: string }[] =>
  Array.from({ length: 12 }, (_, n) => {
    const last = dayBefore(monthsAfter(startsOn, n + 1));
    return { from: monthsAfter(startsOn, n), to: last < today ? last : dayBefore(today) };
  }).filter(({ from, to }) => from <= to);

const daysOf = ({ from, to }: { from: string; to: string }): number =>
  1 + Math.round((Date.parse(`${to}T12:00:00Z`) - Date.parse(`${from}T12:00:00Z`)) / 86_400_000);

type People = Readonly<Record<"grants" | "officer", Actor>>;
const payOf = (of: Program, month: { from: string; to: string }) => ({
  employee: `Staff of ${of.title}`,
  account: agingAccountCode(of),
  ...month,
  paidOn: month.to,
  // Staff is a fifth of an award of twenty-four months; a month that is not over counts by its days.
  amount: Math.round(((of.amount / 5 / 24) * Math.min(30, daysOf(month))) / 30),
});

// A register of each month, posted by another person; then each award's share is drawn.
const spend = async (app: App, { grants, officer }: People): Promise<void> => {
  const { today, awards, registers } = await app.database.transaction(grants, async (tx) => {
    const day = businessDate(tx.scope);
    const startsOn = await yearStartOf(tx, (await fiscalYearOf(tx, day)).id);
    const months = monthsPaid(startsOn, day);
    const found = await Promise.all(agingPrograms.map((of) => awardByTitle(tx, of.title)));
    const sent: string[] = [];
    for (const month of months) {
      const rows = agingPrograms
        .filter((of) => of.status === "Active" || month.from >= monthsAfter(day, -5))
        .map((of) => payOf(of, month));
      sent.push((await sendRegister(tx, grants, `Pay from ${month.from}`, rows)).id);
    }
    return { today: day, awards: found, registers: sent };
  });
  for (const id of registers)
    await app.database.transaction(officer, (tx) =>
      postJournal(tx, officer, { id, version: null }),
    );
  for (const [at, award] of awards.entries())
    if (award)
      await drawDemo(
        app,
        { grants, certifier: officer },
        { awardId: award.id, today, reference: `PMS 27-${210 + at}`, deposit: `ACH ${5_100 + at}` },
      );
};

/**
 * The ten programs as awards of the demonstration agency, by its grant manager, with the pay of the
 * months that are over and what was drawn for it. May run again.
 */
export const seedAwards = async (app: App, people: People): Promise<void> => {
  const { grants } = people;
  const anew = await app.database.transaction(grants, async (tx) => {
    if (await awardByTitle(tx, agingPrograms.at(-1)!.title)) return false;
    const today = businessDate(tx.scope);
    const { year } = await fiscalYearOf(tx, today);
    for (const program of agingPrograms) await openAward(tx, grants, program, { today, year });
    return true;
  });
  if (anew) await spend(app, people);
};
