import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { addMonths, type Day } from "#kernel/time.ts";
import { severities } from "../finding/finding.labels.ts";
import type { Questioned, Response, Schedule } from "../finding/finding.model.ts";

/** A finding as the papers need it. */
export type PaperFinding = {
  number: string;
  reference: string;
  status: string;
  title: string;
  severity: keyof typeof severities;
  criteria: string;
  condition: string;
  cause: string;
  effect: string;
  recommendation: string;
  questioned: readonly Questioned[];
  firstYear: number;
  response: Response | null;
  schedule: Schedule | null;
  /** When the federal clearinghouse accepted the report in which it stands. */
  acceptedOn: Day | null;
};
export type PaperAudit = {
  agency: string;
  number: string;
  title: string;
  scope: string;
  fiscalYear: number;
  team: readonly string[];
  issuedOn: Day | null;
};

/** A captioned element of a paper. */
type Element = readonly [caption: string, value: string];
type PaperPart = { heading: string; elements: readonly Element[] };
/** A paper by its parts, and by name what it still lacks: it is not made before. */
export type Paper = { title: string; parts: readonly PaperPart[]; lacks: readonly string[] };

const referenceOf = ({ reference, number }: PaperFinding) => reference || number;
const given = (elements: readonly Element[]) => elements.filter(([, value]) => value !== "");
const questionedOf = ({ questioned }: PaperFinding): string =>
  questioned
    .map(
      ({ award, known, likely }) =>
        `${award}: ${formatCents(known)} known, ${formatCents(likely)} likely`,
    )
    .join("; ");

const responseOf = (r: Response | null): Element[] =>
  r
    ? [
        ["Views of responsible officials", r.disagrees || r.views || "Accepted"],
        ["Planned corrective action", r.action],
        ["Auditors' answer", r.upheld],
      ]
    : [["Views of responsible officials", "None was given by the day that was set."]];

/** The report of an audit: its findings with criteria, condition, cause, effect and recommendation. */
export const reportPaper = (audit: PaperAudit, findings: readonly PaperFinding[]): Paper => ({
  title: `${audit.issuedOn ? "Audit report" : "Draft audit report"} ${audit.number}`,
  parts: [
    {
      heading: audit.title,
      elements: given([
        ["Agency", audit.agency],
        ["Fiscal year", String(audit.fiscalYear)],
        ["Scope and objectives", audit.scope],
        ["Auditors", audit.team.join(", ")],
        [
          "Issued",
          audit.issuedOn ? formatDate(audit.issuedOn) : "Not issued: a draft for the team",
        ],
        ["Findings", String(findings.length)],
      ]),
    },
    ...findings.map((f) => ({
      heading: `${referenceOf(f)} ${f.title}`,
      elements: given([
        ["Severity", severities[f.severity]],
        ["Criteria", f.criteria],
        ["Condition", f.condition],
        ["Cause", f.cause],
        ["Effect", f.effect],
        ["Recommendation", f.recommendation],
        ["Questioned costs", questionedOf(f)],
        ["First occurred", `Fiscal year ${f.firstYear}`],
        ...responseOf(f.response),
      ]),
    })),
  ],
  lacks: [],
});

/**
 * The corrective action plan (2 CFR 200.511(c)): for each finding its reference number, the contact
 * person, the planned action and the anticipated completion date, or why the auditee disagrees. What is
 * missing is named, and the paper is not made.
 */
export const planPaper = (audit: PaperAudit, findings: readonly PaperFinding[]): Paper => {
  const own = findings.filter(({ status }) => status !== "withdrawn");
  const of = (f: PaperFinding): Element[] => [
    ["Reference number", referenceOf(f)],
    ["Contact person", f.response?.contact ?? ""],
    ["Planned corrective action", f.response?.action ?? ""],
    [
      "Anticipated completion date",
      f.response?.completeOn ? formatDate(f.response.completeOn) : "",
    ],
    ["Why the auditee disagrees", f.response?.disagrees ?? ""],
  ];
  const lacksOf = (f: PaperFinding): string[] => {
    const elements = of(f);
    if (elements[4]![1] !== "") return [];
    return elements
      .slice(1, 4)
      .flatMap(([caption, value]) =>
        value === "" ? [`${referenceOf(f)}: ${caption.toLowerCase()}`] : [],
      );
  };
  return {
    title: `Corrective action plan, fiscal year ${audit.fiscalYear}`,
    parts: own.map((f) => ({ heading: `${referenceOf(f)} ${f.title}`, elements: given(of(f)) })),
    lacks: own.flatMap(lacksOf),
  };
};

/** Whether the auditee may say that a finding warrants no further action (200.511(b)(3)): all three. */
export const noFurtherAction = (
  { acceptedOn, schedule }: Pick<PaperFinding, "acceptedOn" | "schedule">,
  today: Day,
): string | null => {
  if (!acceptedOn || addMonths(acceptedOn, 24) > today)
    return "two years have not passed since the report was accepted";
  if (schedule?.followedUp) return "the agency or pass-through entity follows it up";
  return schedule?.decided ? "a management decision was issued" : null;
};

const standings = {
  corrected: "Corrective action was taken",
  partly: "Partially corrected",
  not: "Not corrected",
  no_further: "Does not warrant further action",
} as const;

const standingOf = (f: PaperFinding): keyof typeof standings =>
  ["verified", "closed"].includes(f.status) ? "corrected" : (f.schedule?.standing ?? "not");

const scheduleLacks = (f: PaperFinding, today: Day): string[] => {
  const [standing, s] = [standingOf(f), f.schedule];
  const name = referenceOf(f);
  if (standing === "corrected")
    return ["verified", "closed"].includes(f.status)
      ? []
      : [`${name}: it is not verified, so it is not corrected`];
  if (standing === "no_further") {
    const why = noFurtherAction(f, today);
    return [
      ...(why ? [`${name}: further action is warranted, since ${why}`] : []),
      ...(s?.reason ? [] : [`${name}: reasons for this position`]),
    ];
  }
  return [
    ...(s?.reason ? [] : [`${name}: reasons for its recurrence`]),
    ...(s?.planned || f.response?.action ? [] : [`${name}: planned corrective action`]),
    ...(standing === "partly" && !s?.taken ? [`${name}: partial corrective action taken`] : []),
  ];
};

/**
 * The summary schedule of prior audit findings (2 CFR 200.511(b)): corrected; not or partly, with the
 * reasons and the plan; or not warranting further action, by its three conditions together.
 */
export const schedulePaper = (
  audit: PaperAudit,
  prior: readonly PaperFinding[],
  today: Day,
): Paper => ({
  title: `Summary schedule of prior audit findings, fiscal year ${audit.fiscalYear}`,
  parts: prior.map((f) => {
    const standing = standingOf(f);
    const open = standing !== "corrected";
    return {
      heading: `${referenceOf(f)} ${f.title}`,
      elements: given([
        ["Reference number", referenceOf(f)],
        ["Fiscal year in which it initially occurred", String(f.firstYear)],
        ["Status", standings[standing]],
        [
          standing === "no_further" ? "Reasons for this position" : "Reasons for its recurrence",
          open ? (f.schedule?.reason ?? "") : "",
        ],
        [
          "Planned corrective action",
          standing === "not" || standing === "partly"
            ? f.schedule?.planned || f.response?.action || ""
            : "",
        ],
        ["Partial corrective action taken", standing === "partly" ? (f.schedule?.taken ?? "") : ""],
      ]),
    };
  }),
  lacks: prior.flatMap((f) => scheduleLacks(f, today)),
});

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:14pt 0 2pt;break-after:avoid}
dl{display:grid;grid-template-columns:48mm 1fr;gap:3pt 8pt;margin:6pt 0}dt{color:#596475}
dd{margin:0;white-space:pre-wrap}section{break-inside:avoid-page}`;

/** A paper as HTML for a tagged PDF. */
export const paperHtml = ({ title, parts }: Paper, agency: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main><p>${escapeHtml(agency)}</p><h1>${escapeHtml(title)}</h1>${parts
  .map(
    ({ heading, elements }) =>
      `<section><h2>${escapeHtml(heading)}</h2><dl>${elements
        .map(([caption, value]) => `<dt>${escapeHtml(caption)}</dt><dd>${escapeHtml(value)}</dd>`)
        .join("")}</dl></section>`,
  )
  .join("")}${parts.length === 0 ? "<p>There is no finding.</p>" : ""}</main></body></html>`;

/** The same as rows: heading, caption, value. */
export const paperRows = ({ parts }: Paper): string[][] =>
  parts.flatMap(({ heading, elements }) =>
    elements.map(([caption, value]) => [heading, caption, value]),
  );
