import type { Role } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { dutyLabels, type Duty } from "#roles.ts";
import { html } from "#server/pdf/pdf.ts";
import { toCsv } from "#server/http/export.ts";
import { roleLabels } from "#areas/organization/organization.public.ts";
import type { ItemRow, ReviewPage } from "./review.model.ts";

const heldIn = ({ kind, held }: ItemRow): string =>
  kind === "role"
    ? roleLabels[held as Role].label
    : kind === "duty"
      ? dutyLabels[held as Duty].label
      : held;

const answers = { keep: "Kept", change: "Ends sooner", end: "Ended" } as const;

const headings = [
  "Person",
  "Department",
  "Right",
  "Given by",
  "Source",
  "Reason",
  "Since (UTC)",
  "Until (UTC)",
  "Last used",
  "Answer",
  "New end (UTC)",
  "Note",
  "Answered by",
  "Answered at (UTC)",
] as const;

const cells = (item: ItemRow, at: (instant: Instant) => string): string[] => [
  item.personName,
  item.departmentName ?? "",
  heldIn(item),
  item.giverName ?? "",
  item.source,
  item.reason,
  at(item.since),
  item.until ? at(item.until) : "",
  item.lastUsedOn ?? "",
  item.decision ? answers[item.decision] : "",
  item.newUntil ? at(item.newUntil) : "",
  item.note,
  item.decidedByName ?? "",
  item.decidedAt ? at(item.decidedAt) : "",
];

/** The result of a review as CSV, one line per right. */
export const resultCsv = (page: ReviewPage): string =>
  toCsv(
    [...headings],
    page.items.map((item) => cells(item, (instant) => instant)),
  );

/** The result as a document to print: what was reviewed, when, by whom, and each answer. */
export const resultDocument = (
  page: ReviewPage,
  agency: { name: string; timeZone: string },
): string => {
  const at = (instant: Instant) => formatInstant(instant, agency.timeZone);
  const facts = [
    ["Agency", agency.name],
    ["Scope", page.scopeName],
    ["Rights as of", at(page.frozenAt)],
    ["Lines", `${page.total}, ${page.answered} answered`],
    ["Closed", page.closedAt ? at(page.closedAt) : "open"],
    ["SHA-256 of the result as CSV", page.digest ?? "not closed yet"],
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${html(`${page.number}: ${page.name}`)}</title>
<style>
@page { size: A4 landscape; margin: 14mm; }
body { font: 9pt sans-serif; color: #111; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 2pt 4pt; border-bottom: 0.5pt solid #999; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2pt 8pt; }
dd { margin: 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>${html(`${page.number}: ${page.name}`)}</h1>
<dl>${facts.map(([label, value]) => `<dt>${html(label!)}</dt><dd>${html(value!)}</dd>`).join("")}</dl>
<p>The digest stands in the agency's audit record as the entry rightsReview.close; a bundle of evidence proves it without a connection.</p>
<table>
<thead><tr>${headings.map((each) => `<th scope="col">${html(each.replace(" (UTC)", ""))}</th>`).join("")}</tr></thead>
<tbody>${page.items
    .map(
      (item) =>
        `<tr>${cells(item, at)
          .map((cell) => `<td>${html(cell)}</td>`)
          .join("")}</tr>`,
    )
    .join("\n")}</tbody>
</table>
</body>
</html>`;
};
