// Forms 300, 300A and 301 as they are printed: every column and box, who certified, the days of posting.
import { expect, test } from "vitest";
import { day } from "#kernel/time.ts";
import { logDocument, reportDocument, summaryDocument } from "./osha-forms.service.ts";
import { sealedFacts, type LogAnswer, type YearAnswer } from "./safety.model.ts";

const text = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
const year = {
  year: 2025,
  establishment: {
    name: "Works & Roads",
    street: "400 Mill Street",
    city: "Chaska",
    state: "MN",
    zip: "55318",
    naics: "921190",
    industry: "General government",
  },
  averageEmployees: 64,
  hoursWorked: 121_600,
  executiveName: "Adele Moreau",
  executiveTitle: "Administrator",
  executivePhone: "952 555 0100",
  certifiedOn: day("2026-01-20"),
  postedOn: day("2026-01-30"),
  removedOn: null,
  totals: {
    deaths: 0,
    daysAwayCases: 1,
    restrictedCases: 0,
    otherCases: 1,
    daysAway: 12,
    daysRestricted: 3,
    injuries: 2,
    skin: 0,
    respiratory: 0,
    poisonings: 0,
    hearing: 0,
    otherIllnesses: 0,
  },
} as unknown as YearAnswer;
const line = {
  caseId: "c",
  number: "SAF-2025-00001",
  name: "Privacy case",
  jobTitle: "Laborer",
  happenedOn: day("2025-04-18"),
  where: "Yard",
  injury: "Sprain",
  outcome: "days_away",
  daysAway: 12,
  daysRestricted: 3,
  type: "1",
} as const;
const log: LogAnswer = {
  items: [line, { ...line, number: "SAF-2025-00002", outcome: "other", daysAway: 0 }],
  privacy: [{ number: "SAF-2025-00001", name: "Morgan Ellis" }],
};

test("form 300 has columns A to M, a line a case, the sums, and no name of a privacy case", () => {
  const shown = text(logDocument(year, log));
  for (const column of ["(A)", "(F)", "(G)", "(K)", "(L)", "(M1)", "(M6)"])
    expect(shown).toContain(column);
  expect(shown).toContain("Privacy case");
  expect(shown).not.toContain("Morgan Ellis");
  expect(shown).toMatch(/Page totals, to be carried to form 300A 0 1 0 1 12 6 2 0 0 0 0 0/);
});

test("form 300A names who certified it and from when to when it is posted", () => {
  const shown = text(summaryDocument(year));
  expect(shown).toContain("(K) Total number of days away from work 12");
  expect(shown).toContain("Works &amp; Roads");
  expect(shown).toContain("Company executive Adele Moreau Title Administrator");
  expect(shown).toMatch(/Post this Summary page from .*2026 to .*2026/);
  expect(shown).toContain("Knowingly falsifying this document may result in a fine.");
});

test("a form 300A that nobody certified says so and bears no name", () => {
  const shown = text(summaryDocument({ ...year, certifiedOn: null }));
  expect(shown).toContain("Not certified yet: do not post it.");
  expect(shown).not.toContain("Adele Moreau");
});

test("form 301 has its eighteen boxes", () => {
  const shown = text(
    reportDocument({
      number: "SAF-2025-00001",
      happenedOn: day("2025-04-18"),
      happenedTime: "10:30",
      facts: sealedFacts.parse({ name: "Morgan Ellis", timeUnknown: true, inPatient: true }),
      completedBy: "Dana Reyes",
    }),
  );
  for (let no = 1; no <= 18; no++) expect(shown).toContain(`${no})`);
  expect(shown).toContain("Time cannot be determined [X]");
  expect(shown).toContain("as an in-patient? Yes [X]");
});
