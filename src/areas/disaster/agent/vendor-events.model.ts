import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Alternate, SupplyRisk } from "../supply/supply.model.ts";

/** So many days ahead an ending certificate is said. */
export const daysAhead = 45;
/** Of what the agency buys, from so many hundredths on one vendor is a dependence. */
export const dependence = 20;

export type Event = { kind: string; what: string; why: string; dueOn: Day | null; todo: string };

const insurance = (risk: SupplyRisk, today: Day): Event[] => {
  if (risk.insuranceLapsed)
    return [
      {
        kind: "insurance_lapsed",
        what: risk.insuranceEnds
          ? `The insurance of ${risk.name} ended on ${formatDate(risk.insuranceEnds)}.`
          : `No insurance of ${risk.name} is on record.`,
        why: "You bought of it within a year. Whether its orders ask for insurance stands on them.",
        dueOn: today,
        todo: "Ask for a certificate of insurance where its orders need one",
      },
    ];
  return risk.insuranceEnds && risk.insuranceEnds <= addDays(today, daysAhead)
    ? [
        {
          kind: "insurance_ends",
          what: `The insurance of ${risk.name} ends on ${formatDate(risk.insuranceEnds)}.`,
          why: `That is within ${daysAhead} days, and no later certificate is here.`,
          dueOn: risk.insuranceEnds,
          todo: "Ask for the next certificate of insurance",
        },
      ]
    : [];
};

const screening = ({ name, screening: result }: SupplyRisk, today: Day): Event[] =>
  result === "excluded" || result === "possible"
    ? [
        {
          kind: "screening",
          what:
            result === "excluded"
              ? `${name} stands on a list of excluded parties.`
              : `${name} may stand on a list of excluded parties: nobody has decided the match.`,
          why: "2 CFR 180 keeps federal money from excluded parties; the last screening found it.",
          dueOn: today,
          todo: "Look at the screening and decide the match",
        },
      ]
    : [];

const alone = (
  { name, singleSource, shareCents }: SupplyRisk,
  others: readonly Alternate[],
): Event[] =>
  singleSource.length > 0
    ? [
        {
          kind: "single_source",
          what: `Only ${name} sells you ${singleSource.slice(0, 3).join(", ")}${singleSource.length > 3 ? ` and ${singleSource.length - 3} more` : ""}.`,
          why: `${formatCents(shareCents)} were bought of it within a year. ${
            others.length === 0
              ? "No other vendor in the directory names these goods."
              : `${counted(others.length, "other vendor sells", "other vendors sell")} the like: ${others
                  .slice(0, 3)
                  .map((each) => each.name)
                  .join(", ")}.`
          }`,
          dueOn: null,
          todo:
            others.length === 0
              ? "Find a second source"
              : `Ask ${others[0]!.name} for a price, so that there is a second source`,
        },
      ]
    : [];

const large = ({ name, concentration, shareCents }: SupplyRisk): Event[] =>
  concentration >= dependence
    ? [
        {
          kind: "dependence",
          what: `${Math.round(concentration)}% of what you buy comes from ${name}.`,
          why: `${formatCents(shareCents)} within a year: if it stops, that much has to come from somewhere else.`,
          dueOn: null,
          todo: "Say what happens if this vendor stops",
        },
      ]
    : [];

/** One late order says little: from so many on it is said. */
const lateFrom = 3;

const late = ({ name, lateOrders }: SupplyRisk): Event[] =>
  lateOrders >= lateFrom
    ? [
        {
          kind: "late",
          what: `${counted(lateOrders, "order")} of ${name} are late.`,
          why: `They are open behind the day that it promised. Fewer than ${lateFrom} would say little about it.`,
          dueOn: null,
          todo: "Ask the vendor what it changes",
        },
      ]
    : [];

/** What may stop a vendor, each by itself with its day, the gravest first. */
export const eventsOf = (risk: SupplyRisk, others: readonly Alternate[], today: Day): Event[] => [
  ...screening(risk, today),
  ...insurance(risk, today),
  ...alone(risk, others),
  ...large(risk),
  ...late(risk),
];
