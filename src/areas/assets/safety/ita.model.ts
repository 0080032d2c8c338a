import { itaRulesOf, type ItaRules } from "./ita-rules.data.ts";
import type { Fault, PrivateFacts, YearAnswer } from "./safety.model.ts";
import type { Outcome } from "./safety.labels.ts";

/** Columns of the two files of the Injury Tracking Application, in their order. */
export const summaryColumns = [
  "establishment_name",
  "ein",
  "company_name",
  "street_address",
  "city",
  "state",
  "zip",
  "naics_code",
  "industry_description",
  "size",
  "establishment_type",
  "year_filing_for",
  "annual_average_employees",
  "total_hours_worked",
  "no_injuries_illnesses",
  "total_deaths",
  "total_dafw_cases",
  "total_djtr_cases",
  "total_other_cases",
  "total_dafw_days",
  "total_djtr_days",
  "total_injuries",
  "total_skin_disorders",
  "total_respiratory_conditions",
  "total_poisonings",
  "total_hearing_loss",
  "total_other_illnesses",
  "change_reason",
] as const;
export const caseColumns = [
  "establishment_name",
  "year_of_filing",
  "case_number",
  "job_title",
  "date_of_incident",
  "incident_location",
  "incident_description",
  "incident_outcome",
  "dafw_num_away",
  "djtr_num_tr",
  "type_of_incident",
  "date_of_birth",
  "date_of_hire",
  "sex",
  "treatment_facility_type",
  "treatment_in_patient",
  "time_started_work",
  "time_of_incident",
  "time_unknown",
  "nar_before_incident",
  "nar_what_happened",
  "nar_injury_illness",
  "nar_object_substance",
  "date_of_death",
] as const;
export type SummaryRow = Readonly<Record<(typeof summaryColumns)[number], string>>;
export type CaseRow = Readonly<Record<(typeof caseColumns)[number], string>>;

/** The code of size of so many employees on average. */
export const sizeOf = (employees: number, { sizes }: ItaRules): string =>
  sizes.find(({ below }) => below === null || employees < below)!.code;

const digits = (text: string) => text.replace(/\D/g, "");
const text = (value: number | null) => (value === null ? "" : String(value));
type Summed = Pick<
  YearAnswer,
  "establishment" | "year" | "averageEmployees" | "hoursWorked" | "totals" | "changeReason"
>;

/** The one line of the summary file of an establishment's year. */
export const summaryOf = (y: Summed): SummaryRow => {
  const { establishment: e, totals: t } = y;
  const rules = itaRulesOf(y.year);
  const cases = t.deaths + t.daysAwayCases + t.restrictedCases + t.otherCases;
  return {
    establishment_name: e.name,
    ein: digits(e.ein),
    company_name: e.company,
    street_address: e.street,
    city: e.city,
    state: e.state,
    zip: digits(e.zip),
    naics_code: e.naics,
    industry_description: e.industry,
    size: y.averageEmployees === null ? "" : sizeOf(y.averageEmployees, rules),
    establishment_type: String(e.kind),
    year_filing_for: String(y.year),
    annual_average_employees: text(y.averageEmployees),
    total_hours_worked: text(y.hoursWorked),
    no_injuries_illnesses: cases > 0 ? rules.hadInjuries.some : rules.hadInjuries.none,
    total_deaths: String(t.deaths),
    total_dafw_cases: String(t.daysAwayCases),
    total_djtr_cases: String(t.restrictedCases),
    total_other_cases: String(t.otherCases),
    total_dafw_days: String(t.daysAway),
    total_djtr_days: String(t.daysRestricted),
    total_injuries: String(t.injuries),
    total_skin_disorders: String(t.skin),
    total_respiratory_conditions: String(t.respiratory),
    total_poisonings: String(t.poisonings),
    total_hearing_loss: String(t.hearing),
    total_other_illnesses: String(t.otherIllnesses),
    change_reason: y.changeReason,
  };
};

export type ItaCase = {
  number: string;
  happenedOn: string;
  /** HH:MM of the agency. */
  happenedTime: string;
  location: string;
  outcome: Outcome;
  injuryType: number;
  daysAway: number;
  daysRestricted: number;
  facts: PrivateFacts;
};

// The application takes days as month, day and year.
const american = (day: string | null): string =>
  day ? `${day.slice(5, 7)}/${day.slice(8)}/${day.slice(0, 4)}` : "";

/** A line of the file of cases: no name, but birth, hire and what happened. */
export const caseOf = (establishment: string, year: number, c: ItaCase): CaseRow => ({
  establishment_name: establishment,
  year_of_filing: String(year),
  case_number: c.number,
  job_title: c.facts.jobTitle,
  date_of_incident: american(c.happenedOn),
  incident_location: c.location,
  incident_description: c.facts.injury,
  incident_outcome: itaRulesOf(year).outcomes[c.outcome],
  dafw_num_away: String(c.daysAway),
  djtr_num_tr: String(c.daysRestricted),
  type_of_incident: String(c.injuryType),
  date_of_birth: american(c.facts.dateOfBirth),
  date_of_hire: american(c.facts.dateOfHire),
  sex: c.facts.sex,
  treatment_facility_type: c.facts.facilityType,
  treatment_in_patient: c.facts.inPatient ? "1" : "0",
  time_started_work: c.facts.timeStarted,
  time_of_incident: c.facts.timeUnknown ? "" : c.happenedTime,
  time_unknown: c.facts.timeUnknown ? "1" : "0",
  nar_before_incident: c.facts.before,
  nar_what_happened: c.facts.happened,
  nar_injury_illness: c.facts.injury,
  nar_object_substance: c.facts.object,
  date_of_death: american(c.facts.dateOfDeath),
});

const fault = (file: Fault["file"], row: string, column: string, message: string): Fault => ({
  file,
  row,
  column,
  message,
});

type Rule<C extends string> = readonly [column: C, ok: (value: string) => boolean, message: string];
const filled = (value: string) => value !== "";
const whole = (value: string) => /^\d+$/.test(value);
const within = (least: number, most: number) => (value: string) =>
  value.length >= least && value.length <= most;

const summaryRulesOf = (rules: ItaRules): readonly Rule<(typeof summaryColumns)[number]>[] => {
  const { establishment, company, industry } = rules.longest;
  const sizes = rules.sizes.map(({ code }) => code);
  return [
    ["establishment_name", within(1, establishment), `1 to ${establishment} letters.`],
    ["ein", (v) => /^\d{9}$/.test(v), "Nine digits."],
    ["company_name", within(0, company), `At most ${company} letters.`],
    ["street_address", filled, "Enter the street."],
    ["city", filled, "Enter the city."],
    ["state", (v) => /^[A-Z]{2}$/.test(v), "Two capital letters."],
    ["zip", (v) => /^(\d{5}|\d{9})$/.test(v), "Five or nine digits."],
    ["naics_code", (v) => /^[1-9]\d{5}$/.test(v), "Six digits of the industry."],
    ["industry_description", within(0, industry), `At most ${industry} letters.`],
    ["size", (v) => sizes.includes(v), `One of ${sizes.join(", ")}: enter the employees.`],
    [
      "establishment_type",
      (v) => rules.establishmentTypes.includes(v),
      `One of ${rules.establishmentTypes.join(", ")}.`,
    ],
    ["annual_average_employees", (v) => whole(v) && Number(v) > 0, "A whole number above zero."],
    ["total_hours_worked", (v) => whole(v) && Number(v) > 0, "A whole number above zero."],
  ];
};

// The program writes these itself, in the application's own form.
const ownDays = ["date_of_incident", "date_of_birth", "date_of_hire", "date_of_death"];

/** The signs of a text that the application refuses, in one sentence that names them. */
const refusedIn = (column: string, value: string, { refused, plain }: ItaRules): string[] => {
  if (ownDays.includes(column)) return [];
  const found = [...new Set(value)].filter(
    (sign) => refused.signs.includes(sign) || !plain.test(sign),
  );
  return found.length > 0
    ? [`Leave out ${found.join(" ")}: the application refuses ${found.length > 1 ? "them" : "it"}.`]
    : [];
};

const ofRules = <C extends string>(
  file: Fault["file"],
  name: string,
  row: Readonly<Record<C, string>>,
  rules: readonly Rule<C>[],
  signs: ItaRules,
): Fault[] => [
  ...rules.flatMap(([column, ok, message]) =>
    ok(row[column]) ? [] : [fault(file, name, column, message)],
  ),
  ...(Object.entries(row) as [C, string][]).flatMap(([column, value]) =>
    refusedIn(column, value, signs).map((found) => fault(file, name, column, found)),
  ),
];

const sum = <C extends string>(row: Readonly<Record<C, string>>, columns: readonly C[]) =>
  columns.reduce((all, column) => all + Number(row[column]), 0);

/** What the application would refuse of a summary; empty where it takes it. */
export const summaryFaults = (row: SummaryRow): Fault[] => {
  const name = row.establishment_name || "Establishment";
  const rules = itaRulesOf(Number(row.year_filing_for));
  const found = ofRules("300A", name, row, summaryRulesOf(rules), rules);
  const add = (column: (typeof summaryColumns)[number], message: string) =>
    found.push(fault("300A", name, column, message));
  const cases = sum(row, [
    "total_deaths",
    "total_dafw_cases",
    "total_djtr_cases",
    "total_other_cases",
  ]);
  const types = sum(row, [
    "total_injuries",
    "total_skin_disorders",
    "total_respiratory_conditions",
    "total_poisonings",
    "total_hearing_loss",
    "total_other_illnesses",
  ]);
  if (cases !== types)
    add("total_injuries", `Columns G to J make ${cases} cases, column M makes ${types}.`);
  const { some, none } = rules.hadInjuries;
  if (row.no_injuries_illnesses !== (cases > 0 ? some : none))
    add("no_injuries_illnesses", `${some} with cases, ${none} without.`);
  if (row.total_dafw_cases === "0" && row.total_deaths === "0" && row.total_dafw_days !== "0")
    add("total_dafw_days", "Days away without a case of days away.");
  if (Number(row.total_dafw_cases) > Number(row.total_dafw_days))
    add("total_dafw_days", "Fewer days than cases of days away.");
  const [people, hours] = [Number(row.annual_average_employees), Number(row.total_hours_worked)];
  if (people > 0 && hours > people * 8760)
    add("total_hours_worked", "More than every hour of the year for each employee.");
  if (row.size !== "" && row.size !== sizeOf(people, rules))
    add("size", "Not the size of these employees.");
  return found;
};

const date = (v: string) => /^(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01])\/\d{4}$/.test(v);
const time = (v: string) => v === "" || /^([01]\d|2[0-3]):[0-5]\d$/.test(v);
const caseRulesOf = (rules: ItaRules): readonly Rule<(typeof caseColumns)[number]>[] => {
  const { establishment } = rules.longest;
  const days = (v: string) => whole(v) && Number(v) <= rules.mostDays;
  const outcomes = Object.values(rules.outcomes);
  return [
    ["establishment_name", within(1, establishment), `1 to ${establishment} letters.`],
    ["case_number", filled, "Enter the number."],
    ["job_title", filled, "Enter the job title."],
    ["date_of_incident", date, "A day."],
    ["incident_location", filled, "Enter where."],
    ["incident_description", filled, "Describe the injury or illness."],
    ["incident_outcome", (v) => outcomes.includes(v), `One of ${outcomes.join(", ")}.`],
    ["dafw_num_away", days, `0 to ${rules.mostDays}.`],
    ["djtr_num_tr", days, `0 to ${rules.mostDays}.`],
    [
      "type_of_incident",
      (v) => rules.injuryTypes.includes(v),
      `One of ${rules.injuryTypes.join(", ")}.`,
    ],
    ["date_of_birth", date, "Enter the day of birth."],
    ["date_of_hire", date, "Enter the day of hire."],
    ["sex", (v) => rules.sexes.includes(v), "M or F."],
    ["time_started_work", time, "HH:MM."],
    ["time_of_incident", time, "HH:MM."],
    ["nar_before_incident", filled, "What the person did just before."],
    ["nar_what_happened", filled, "What happened."],
    ["nar_injury_illness", filled, "What the injury or illness was."],
    ["nar_object_substance", filled, "What object or substance harmed."],
  ];
};

/** What the application would refuse of the cases, by case number; twice the same number too. */
export const caseFaults = (rows: readonly CaseRow[]): Fault[] =>
  rows.flatMap((row, at) => {
    const rules = itaRulesOf(Number(row.year_of_filing));
    const { outcomes } = rules;
    const found = ofRules("cases", row.case_number, row, caseRulesOf(rules), rules);
    const add = (column: (typeof caseColumns)[number], message: string) =>
      found.push(fault("cases", row.case_number, column, message));
    if (!row.date_of_incident.endsWith(row.year_of_filing))
      add("date_of_incident", "Not in the year of the file.");
    if ((row.incident_outcome === outcomes.death) !== (row.date_of_death !== ""))
      add("date_of_death", "A day of death with a death, and only then.");
    if (row.incident_outcome === outcomes.days_away && row.dafw_num_away === "0")
      add("dafw_num_away", "Days away, one at least.");
    if (row.incident_outcome === outcomes.restricted && row.djtr_num_tr === "0")
      add("djtr_num_tr", "Days restricted, one at least.");
    if ((row.time_unknown === "1") !== (row.time_of_incident === ""))
      add("time_of_incident", "A time, or that it is not known.");
    if (rows.findIndex((other) => other.case_number === row.case_number) !== at)
      add("case_number", "Twice the same number.");
    return found;
  });

const cell = (value: string) =>
  /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;

/** A file as the application takes it: heading, then a line each, in the order of its columns. */
export const itaCsv = <C extends string>(
  columns: readonly C[],
  rows: readonly Readonly<Record<C, string>>[],
): string =>
  [columns.join(","), ...rows.map((row) => columns.map((c) => cell(row[c])).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");
