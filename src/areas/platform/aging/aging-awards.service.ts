import type { Actor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import {
  acceptAward,
  awardByTitle,
  awardInput,
  createAward,
  monthsAfter,
  stepAward,
} from "#areas/grants/grants.server.ts";
import { agingDepartments, agingGrantNumber, agingPrograms } from "./aging.model.ts";

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

/** The ten programs as awards of the demonstration agency, by its grant manager. May run again. */
export const seedAwards = (app: App, actor: Actor): Promise<void> =>
  app.database.transaction(actor, async (tx) => {
    const today = businessDate(tx.scope);
    const { year } = await fiscalYearOf(tx, today);
    for (const program of agingPrograms) await openAward(tx, actor, program, { today, year });
  });
