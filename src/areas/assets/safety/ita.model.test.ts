// The files read back by a reader that shares no code with their writer.
import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { asked, determine, unansweredOf } from "./classify.model.ts";
import {
  caseColumns,
  caseFaults,
  caseOf,
  itaCsv,
  sizeOf,
  summaryColumns,
  summaryFaults,
  summaryOf,
  type CaseRow,
  type SummaryRow,
} from "./ita.model.ts";
import { itaRules, itaRulesOf } from "./ita-rules.data.ts";
import { sealedFacts } from "./safety.model.ts";

// The columns as the Injury Tracking Application lists them, typed here a second time.
const listed300A = [
  "establishment_name,ein,company_name,street_address,city,state,zip,naics_code",
  "industry_description,size,establishment_type,year_filing_for",
  "annual_average_employees,total_hours_worked,no_injuries_illnesses,total_deaths",
  "total_dafw_cases,total_djtr_cases,total_other_cases,total_dafw_days,total_djtr_days",
  "total_injuries,total_skin_disorders,total_respiratory_conditions,total_poisonings",
  "total_hearing_loss,total_other_illnesses,change_reason",
].join(",");
const listedCases = [
  "establishment_name,year_of_filing,case_number,job_title,date_of_incident",
  "incident_location,incident_description,incident_outcome,dafw_num_away,djtr_num_tr",
  "type_of_incident,date_of_birth,date_of_hire,sex,treatment_facility_type",
  "treatment_in_patient,time_started_work,time_of_incident,time_unknown",
  "nar_before_incident,nar_what_happened,nar_injury_illness,nar_object_substance",
  "date_of_death",
].join(",");

const summary = (): SummaryRow =>
  summaryOf({
    establishment: {
      id: "e",
      version: 1,
      name: "Public Works, North",
      company: "Carver County",
      street: "400 Mill Street",
      city: "Chaska",
      state: "MN",
      zip: "05318-0001",
      ein: "41-0000000",
      naics: "921190",
      industry: "General government",
      kind: 3,
      active: true,
    },
    year: 2025,
    averageEmployees: 64,
    hoursWorked: 121_600,
    changeReason: "",
    totals: {
      deaths: 0,
      daysAwayCases: 1,
      restrictedCases: 0,
      otherCases: 1,
      daysAway: 5,
      daysRestricted: 0,
      injuries: 2,
      skin: 0,
      respiratory: 0,
      poisonings: 0,
      hearing: 0,
      otherIllnesses: 0,
    },
  });
const line = (over: Partial<CaseRow> = {}): CaseRow => ({
  ...caseOf("Public Works, North", 2025, {
    number: "SAF-2025-00001",
    happenedOn: "2025-04-18",
    happenedTime: "10:30",
    location: "County Road 12",
    outcome: "days_away",
    injuryType: 1,
    daysAway: 5,
    daysRestricted: 0,
    facts: sealedFacts.parse({
      jobTitle: "Laborer",
      dateOfBirth: "1979-09-02",
      dateOfHire: "2010-01-04",
      sex: "F",
      timeStarted: "07:00",
      before: "Loaded cold mix, by the driver's hand",
      happened: "Slipped",
      injury: "Sprain",
      object: "Wet steel",
    }),
  }),
  ...over,
});
const read = (text: string) =>
  parse(text, { columns: true, relax_column_count: false }) as Record<string, string>[];

test("both files have the columns of the list in their order and read back as they were", () => {
  const first = itaCsv(summaryColumns, [summary()]);
  expect(first.split("\r\n")[0]).toBe(listed300A);
  expect(read(first)).toEqual([summary()]);
  expect(read(first)[0]).toMatchObject({ zip: "053180001", ein: "410000000", size: "21" });
  const second = itaCsv(caseColumns, [line(), line({ case_number: "SAF-2025-00002" })]);
  expect(second.split("\r\n")[0]).toBe(listedCases);
  expect(read(second)[0]).toEqual(line());
  expect(read(second)[0]).toMatchObject({
    date_of_incident: "04/18/2025",
    incident_outcome: "2",
    nar_before_incident: "Loaded cold mix, by the driver's hand",
  });
});

test("what is right has no fault; each planted fault is named by row and column", () => {
  expect(summaryFaults(summary())).toEqual([]);
  expect(caseFaults([line()])).toEqual([]);
  const summaryColumn = (over: Partial<SummaryRow>) =>
    summaryFaults({ ...summary(), ...over }).map((f) => f.column);
  expect(summaryColumn({ naics_code: "92119" })).toEqual(["naics_code"]);
  expect(summaryColumn({ ein: "41" })).toEqual(["ein"]);
  expect(summaryColumn({ size: "2" })).toContain("size");
  expect(summaryColumn({ total_injuries: "1" })).toEqual(["total_injuries"]);
  expect(summaryColumn({ establishment_name: "x".repeat(101) })).toEqual(["establishment_name"]);
  expect(summaryColumn({ total_hours_worked: "999999999" })).toEqual(["total_hours_worked"]);
  expect(summaryColumn({ city: "Chaska\u2014MN" })).toEqual(["city"]);
  const told = (over: Partial<SummaryRow>) =>
    summaryFaults({ ...summary(), ...over }).map((f) => f.message);
  expect(told({ street_address: "4 Mill Street #2" })).toEqual([
    "Leave out #: the application refuses it.",
  ]);
  expect(told({ company_name: "Parks & Roads (North)" })).toEqual([
    "Leave out & ( ): the application refuses them.",
  ]);
  const caseColumn = (over: Partial<CaseRow>) =>
    caseFaults([line(over)]).map((f) => `${f.row} ${f.column}`);
  expect(caseColumn({ date_of_birth: "" })).toEqual(["SAF-2025-00001 date_of_birth"]);
  expect(caseColumn({ dafw_num_away: "0" })).toEqual(["SAF-2025-00001 dafw_num_away"]);
  expect(caseColumn({ incident_outcome: "1" })).toEqual(["SAF-2025-00001 date_of_death"]);
  expect(caseColumn({ date_of_incident: "04/18/2024" })).toEqual([
    "SAF-2025-00001 date_of_incident",
  ]);
  expect(caseColumn({ time_of_incident: "" })).toEqual(["SAF-2025-00001 time_of_incident"]);
  expect(caseFaults([line(), line()]).map((f) => f.column)).toEqual(["case_number"]);
});

test("sizes by employees, and rules of a year: the newest that hold, none of them verified yet", () => {
  const rules = itaRulesOf(2025);
  expect([19, 20, 99, 100, 249, 250].map((people) => sizeOf(people, rules))).toEqual([
    ...["1", "21", "21", "22", "22", "3"],
  ]);
  const later = { ...rules, fromYear: 2027, mostDays: 200 };
  const of = (year: number) => itaRulesOf(year, [...itaRules, later]).mostDays;
  expect([2020, 2023, 2026, 2027, 2030].map(of)).toEqual([180, 180, 180, 200, 200]);
  expect(itaRules.every((one) => one.verifiedOn === null && one.citation && one.source)).toBe(true);
});

test("the first answer that ends it ends the questions; the gravest criterion decides", () => {
  const noDays = { expectedAway: 0, expectedRestricted: 0 };
  expect(determine("injury", { covered: false }, noDays)).toMatchObject({
    recordable: false,
    because: "Not recordable by 29 CFR 1904.31.",
  });
  expect(asked("injury", { covered: true, workRelated: false })).toHaveLength(2);
  const yes = { covered: true, workRelated: true, exception: false, newCase: true };
  const none = {
    death: false,
    treatment: false,
    unconscious: false,
    significant: false,
  };
  expect(unansweredOf("injury", yes)).toBe(4);
  const outcome = (over: object, days: object = {}) =>
    determine("injury", { ...yes, ...none, ...over }, { ...noDays, ...days }).outcome;
  expect(outcome({})).toBeNull();
  expect(outcome({ treatment: true })).toBe("other");
  expect(outcome({ treatment: true }, { expectedRestricted: 1 })).toBe("restricted");
  expect(outcome({}, { expectedAway: 1, expectedRestricted: 9 })).toBe("days_away");
  expect(outcome({ death: true }, { expectedAway: 1 })).toBe("death");
  expect(determine("near_miss", {}, noDays)).toMatchObject({ recordable: false });
});
