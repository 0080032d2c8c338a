import { formatDate } from "#kernel/dates.ts";
import type { Day } from "#kernel/time.ts";
import { html } from "#server/pdf/pdf.ts";
import { injuryTypes, outcomes, type Outcome } from "./safety.labels.ts";
import type { LogAnswer, PrivateFacts, YearAnswer } from "./safety.model.ts";

const page = (size: string) =>
  [
    `@page{size:${size};margin:.4in}`,
    "body{font:8.5pt/1.3 Arial,sans-serif;color:#000;margin:0}",
    "h1{font-size:15pt;margin:0}h2{font-size:10pt;margin:8pt 0 3pt;border-bottom:1pt solid #000}",
    "p{margin:2pt 0}small{font-size:7pt}",
    "table{border-collapse:collapse;width:100%;page-break-inside:auto}tr{page-break-inside:avoid}",
    "th,td{border:.5pt solid #000;padding:2pt 3pt;vertical-align:top;text-align:left}",
    "th{font-size:7pt;font-weight:normal}.n{text-align:center}.sum td{font-weight:bold}",
    ".head{display:flex;justify-content:space-between;gap:16pt;margin-bottom:6pt}",
    ".two{display:grid;grid-template-columns:1fr 1fr;gap:14pt}",
    ".box{border:1pt solid #000;padding:6pt}",
    ".line{border-bottom:.5pt solid #000;min-height:11pt;margin:0 0 4pt}.no{font-weight:bold}",
  ].join("");

const yearLine = (year: number | null) => (year === null ? "" : `<p><b>Year ${year}</b></p>`);
const formHead = (no: string, name: string, year: number | null) =>
  `<div class="head"><div><h1>OSHA's Form ${no}</h1><p><b>${name}</b></p></div>
<div>${yearLine(year)}<p>${department}</p><p><small>${approved}</small></p></div></div>`;
const addressText = (street: string, city: string, state: string, zip: string) =>
  [street, city, [state, zip].filter(Boolean).join(" ")].filter(Boolean).join(", ");
const rowsOf = (rows: readonly string[]) => rows.map((row) => `<tr>${row}</tr>`).join("");

const document = (title: string, size: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(title)}</title><style>${page(size)}</style></head><body><main>${body}</main></body></html>`;
const approved = "Form approved OMB no. 1218-0176";
const department = "U.S. Department of Labor, Occupational Safety and Health Administration";
const cell = (text: string | number, kind = "") =>
  `<td${kind ? ` class="${kind}"` : ""}>${html(String(text))}</td>`;
const lined = (label: string, value: string | number | null) =>
  `<p><small>${html(label)}</small></p><p class="line">${html(String(value ?? ""))}</p>`;
const check = (is: boolean) => (is ? "X" : "");

const placeOf = ({ establishment: e }: YearAnswer) => addressText(e.street, e.city, e.state, e.zip);

const order = Object.keys(outcomes) as Outcome[];
const types = Object.keys(injuryTypes) as (keyof typeof injuryTypes)[];

const logHeads = [
  "(A) Case no.",
  "(B) Employee's name",
  "(C) Job title",
  "(D) Date of injury or onset of illness",
  "(E) Where the event occurred",
  "(F) Describe injury or illness, parts of body affected, and object or substance that directly injured or made person ill",
  "(G) Death",
  "(H) Days away from work",
  "(I) Job transfer or restriction",
  "(J) Other recordable cases",
  "(K) Away from work, days",
  "(L) On job transfer or restriction, days",
  ...types.map((type) => `(M${type}) ${injuryTypes[type]}`),
];

/** Form 300, the log of a year, for paper: columns (A) to (M) and the totals of the page. */
export const logDocument = (y: YearAnswer, log: LogAnswer): string => {
  const { establishment: e } = y;
  const rows = log.items.map((line) =>
    [
      cell(line.number),
      cell(line.name),
      cell(line.jobTitle),
      cell(formatDate(line.happenedOn)),
      cell(line.where),
      cell(line.injury),
      ...order.map((outcome) => cell(check(line.outcome === outcome), "n")),
      cell(line.daysAway, "n"),
      cell(line.daysRestricted, "n"),
      ...types.map((type) => cell(check(line.type === type), "n")),
    ].join(""),
  );
  const count = (is: (line: LogAnswer["items"][number]) => boolean) => log.items.filter(is).length;
  const sums = [
    ...order.map((outcome) => count((line) => line.outcome === outcome)),
    log.items.reduce((sum, line) => sum + line.daysAway, 0),
    log.items.reduce((sum, line) => sum + line.daysRestricted, 0),
    ...types.map((type) => count((line) => line.type === type)),
  ];
  const sumCells = sums.map((sum) => cell(sum, "n")).join("");
  return document(
    `OSHA's Form 300, ${y.year}`,
    "11in 8.5in",
    `${formHead("300", "Log of Work-Related Injuries and Illnesses", y.year)}
<p>Establishment name <b>${html(e.name)}</b> · City <b>${html(e.city)}</b> · State <b>${html(e.state)}</b></p>
<p><small>This form contains information relating to employee health and must be used in a manner that protects the confidentiality of employees to the extent possible while the information is being used for occupational safety and health purposes.</small></p>
<table><thead><tr>${logHeads.map((head) => `<th scope="col">${html(head)}</th>`).join("")}</tr></thead>
<tbody>${rowsOf(rows)}
<tr class="sum"><td colspan="6">Page totals, to be carried to form 300A</td>${sumCells}</tr></tbody></table>`,
  );
};

const counted = (rows: readonly (readonly [string, number])[]) =>
  `<table><tbody>${rowsOf(rows.map(([label, value]) => `<th scope="row">${html(label)}</th>${cell(value, "n")}`))}</tbody></table>`;

const posting = (y: YearAnswer) => {
  const [from, to] = [`${y.year + 1}-02-01` as Day, `${y.year + 1}-04-30` as Day];
  const days = [
    y.postedOn && `posted ${formatDate(y.postedOn)}`,
    y.removedOn && `taken down ${formatDate(y.removedOn)}`,
  ].filter(Boolean);
  return `Post this Summary page from ${formatDate(from)} to ${formatDate(to)}, in the year following the year covered by the form.${days.length > 0 ? ` It was ${days.join(" and ")}.` : ""}`;
};

const certificate = (y: YearAnswer) => {
  const signed = (label: string, value: string) => lined(label, y.certifiedOn ? value : "");
  return `<div class="box"><h2>Sign here</h2><p><small>Knowingly falsifying this document may result in a fine.</small></p>
<p>I certify that I have examined this document and that to the best of my knowledge the entries are true,
accurate, and complete.</p>
${signed("Company executive", y.executiveName)}${signed("Title", y.executiveTitle)}
${signed("Phone", y.executivePhone)}${signed("Date", y.certifiedOn ? formatDate(y.certifiedOn) : "")}
${y.certifiedOn ? "" : "<p><b>Not certified yet: do not post it.</b></p>"}</div>`;
};

/** Form 300A, the summary to post, with who certified it and the days of its posting. */
export const summaryDocument = (y: YearAnswer): string => {
  const { establishment: e, totals: t } = y;
  return document(
    `OSHA's Form 300A, ${y.year}`,
    "11in 8.5in",
    `${formHead("300A", "Summary of Work-Related Injuries and Illnesses", y.year)}
<p>All establishments covered by Part 1904 must complete this Summary page, even if no work-related injuries or illnesses occurred during the year. Employees, former employees, and their representatives have the right to review the OSHA Form 300 in its entirety.</p>
<div class="two"><div>
<h2>Number of Cases</h2>${counted([
      ["(G) Total number of deaths", t.deaths],
      ["(H) Total number of cases with days away from work", t.daysAwayCases],
      ["(I) Total number of cases with job transfer or restriction", t.restrictedCases],
      ["(J) Total number of other recordable cases", t.otherCases],
    ])}
<h2>Number of Days</h2>${counted([
      ["(K) Total number of days away from work", t.daysAway],
      ["(L) Total number of days of job transfer or restriction", t.daysRestricted],
    ])}
<h2>Injury and Illness Types</h2><p>(M) Total number of</p>${counted([
      ["(1) Injuries", t.injuries],
      ["(2) Skin disorders", t.skin],
      ["(3) Respiratory conditions", t.respiratory],
      ["(4) Poisonings", t.poisonings],
      ["(5) Hearing loss", t.hearing],
      ["(6) All other illnesses", t.otherIllnesses],
    ])}
<p><b>${html(posting(y))}</b></p></div><div>
<div class="box"><h2>Establishment information</h2>
${lined("Your establishment name", e.name)}${lined("Street, city, state, ZIP", placeOf(y))}
${lined("Industry description", e.industry)}${lined("North American Industrial Classification (NAICS)", e.naics)}
<h2>Employment information</h2>
${lined("Annual average number of employees", y.averageEmployees)}${lined("Total hours worked by all employees last year", y.hoursWorked)}</div>
${certificate(y)}</div></div>`,
  );
};

/** What form 301 takes of a case beside its sealed facts. */
export type ReportOf = {
  number: string;
  happenedOn: Day;
  /** HH:MM of the agency. */
  happenedTime: string;
  facts: PrivateFacts;
  completedBy: string;
};

const yes = (is: boolean) => (is ? "Yes [X]  No [ ]" : "Yes [ ]  No [X]");
const numbered = (no: number, label: string, value: string) =>
  `<p><span class="no">${no})</span> <small>${html(label)}</small></p><p class="line">${html(value)}</p>`;
const dayText = (value: string | null) => (value ? formatDate(value as Day) : "");

const personOf = ({ facts: f }: ReportOf) => `<div><h2>Information about the employee</h2>
${numbered(1, "Full name", f.name)}${numbered(2, "Street, city, state, ZIP", addressText(f.street, f.city, f.state, f.zip))}
${numbered(3, "Date of birth", dayText(f.dateOfBirth))}${numbered(4, "Date hired", dayText(f.dateOfHire))}
${numbered(5, "Male or female", f.sex === "M" ? "Male" : f.sex === "F" ? "Female" : "")}
<h2>Information about the physician or other health care professional</h2>
${numbered(6, "Name of physician or other health care professional", f.physician)}
${numbered(7, "If treatment was given away from the worksite, where was it given?", f.facility)}
${numbered(8, "Was employee treated in an emergency room?", yes(f.emergencyRoom))}
${numbered(9, "Was employee hospitalized overnight as an in-patient?", yes(f.inPatient))}</div>`;

const eventOf = (
  r: ReportOf,
) => `<div><h2>Information about the case</h2>${numbered(10, "Case number from the Log", r.number)}
${numbered(11, "Date of injury or illness", formatDate(r.happenedOn))}${numbered(12, "Time employee began work", r.facts.timeStarted)}
${numbered(13, "Time of event", r.facts.timeUnknown ? "Time cannot be determined [X]" : r.happenedTime)}
${numbered(14, "What was the employee doing just before the incident occurred?", r.facts.before)}
${numbered(15, "What happened?", r.facts.happened)}${numbered(16, "What was the injury or illness?", r.facts.injury)}
${numbered(17, "What object or substance directly harmed the employee?", r.facts.object)}
${numbered(18, "If the employee died, when did death occur?", dayText(r.facts.dateOfDeath))}</div>`;

/** Form 301, the report of one case, for paper: boxes 1 to 18. */
export const reportDocument = (r: ReportOf): string =>
  document(
    `OSHA's Form 301, ${r.number}`,
    "8.5in 11in",
    `${formHead("301", "Injury and Illness Incident Report", null)}
<p><small>This form contains information relating to employee health and must be used in a manner that protects the confidentiality of employees to the extent possible while the information is being used for occupational safety and health purposes.</small></p>
<div class="two">${personOf(r)}${eventOf(r)}</div>
${lined("Completed by", r.completedBy)}`,
  );
