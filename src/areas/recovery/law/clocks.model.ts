import { formatCents } from "#kernel/money.ts";
import { addDays, utcDay } from "#kernel/time.ts";
import { isEmergencyWork, type Category } from "./categories.labels.ts";

/** The day so many days after another one; days are YYYY-MM-DD. */
export const plusDays = (day: string, days: number): string => addDays(day, days);

/** The same day some months later, the last of the month where there is none. */
export const plusMonths = (day: string, months: number): string => {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return utcDay(Date.UTC(year, month - 1 + months, Math.min(date, last)));
};

/** When work of a category must be done: 6 months for emergency work, else 18 (44 CFR 206.204(c)). */
export const workUntil = (declaredOn: string, category: Category): string =>
  plusMonths(declaredOn, isEmergencyWork(category) ? 6 : 18);

/** How long a recipient may extend by itself, in months beyond the first time (44 CFR 206.204(c)(2)). */
export const ownExtension = (category: Category): number => (isEmergencyWork(category) ? 6 : 30);

/** Who decides more time until a day: the recipient within its own months, FEMA beyond. */
export const extensionDecider = (
  declaredOn: string,
  category: Category,
  until: string,
): "recipient" | "fema" =>
  until <= plusMonths(workUntil(declaredOn, category), ownExtension(category))
    ? "recipient"
    : "fema";

/** The two clocks of an appeal: the agency's to file, the recipient's to forward. */
export type AppealClocks = { fileBy: string | null; forwardBy: string | null; citation: string };
type AppealStage = "first" | "second" | "arbitration";

/**
 * From 2022 on: 60 days from when the determination was sent to file, 120 from the determination to
 * forward. Earlier: 60 from its receipt, and 60 from when the recipient received the appeal. A second
 * appeal and an arbitration run from the decision of the first appeal in the same way; an arbitration
 * goes to the Board itself, so nobody forwards it. Null where the day from which it runs is not on file.
 */
export const appealClocks = (of: {
  level: AppealStage;
  declaredOn: string;
  determinedOn: string;
  sentOn: string | null;
  receivedOn: string | null;
  filedOn: string | null;
}): AppealClocks => {
  const since2022 = of.declaredOn >= "2022-01-01";
  const begins = since2022 ? of.sentOn : of.receivedOn;
  const fileBy = begins && plusDays(begins, 60);
  if (of.level === "arbitration")
    return { fileBy, forwardBy: null, citation: "42 USC 5189a(d); 44 CFR 206.206(b)(3)" };
  const part = of.level === "second" ? "(b)(2)" : "(b)(1)";
  return since2022
    ? {
        fileBy,
        forwardBy: plusDays(of.determinedOn, 120),
        citation: `44 CFR 206.206${part}, declarations from 1 January 2022`,
      }
    : {
        fileBy,
        forwardBy: of.filedOn && plusDays(of.filedOn, 60),
        citation: "44 CFR 206.206(c), declarations before 2022",
      };
};

// Above it a dispute may go to arbitration; rural agencies have a lower one (42 USC 5189a(d)).
const arbitratedAbove = (rural: boolean): number => (rural ? 100_000_00 : 500_000_00);

/**
 * Why a denied appeal does not go on at a level, or null. A second appeal or, instead of it, arbitration
 * follows a first appeal; both are final (44 CFR 206.206; 42 USC 5189a(d): disasters declared after
 * 1 January 2016).
 */
export const notNext = (
  of: { level: AppealStage; declaredOn: string; cents: number; rural: boolean },
  next: AppealStage,
): string | null => {
  if (of.level !== "first") return "The decision is final: no appeal of the agency follows it.";
  if (next === "first") return "The first appeal is decided: go on with the next level.";
  if (next === "second") return null;
  if (of.declaredOn <= "2016-01-01")
    return "Arbitration is for disasters that were declared after 1 January 2016.";
  const least = arbitratedAbove(of.rural);
  return of.cents > least
    ? null
    : `Arbitration takes disputes above ${formatCents(least)} (42 USC 5189a(d)).`;
};
