import { defineLetter } from "#server/mail/letter-kinds.ts";
import { shownFigure } from "../figure/finding.labels.ts";
import type { Answered } from "../figure/figure.model.ts";
import { rowsOfLetter } from "./schedule.model.ts";

type Said = {
  name: string;
  answer: Pick<Answered, "by" | "measures" | "withheld" | "rows" | "totals" | "finding">;
  path: string;
};

const line = ({ names, cells }: Answered["rows"][number], { measures }: Said["answer"]): string =>
  `${names.join(", ")}: ${cells
    .map((cell, at) => shownFigure(cell.value, measures[at]!.unit))
    .join(" · ")}`;

const rowsIn = (answer: Said["answer"]): string[] => {
  const { rows, measures } = answer;
  if (!rows.length) return [];
  const head = `By ${answer.by.map((each) => each.label.toLowerCase()).join(", ")}: ${measures.map((each) => each.label).join(" · ")}`;
  const more = rows.length - rowsOfLetter;
  return [
    head,
    rows
      .slice(0, rowsOfLetter)
      .map((row) => line(row, answer))
      .join("\n"),
    ...(more > 0 ? [`${more} more rows stand in the report.`] : []),
  ];
};

/** What a report says to one reader, who gets the figures that they may read. */
export const reportLetter = defineLetter({
  kind: "reportSchedule",
  why: "You get this letter because {agency} sends you this report by the clock. Take yourself off on the page of the letter.",
  write: ({ name, answer, path }: Said) => ({
    subject: name,
    paragraphs: [
      answer.finding,
      ...rowsIn(answer),
      ...(answer.withheld.length && answer.measures.length
        ? [`Not shown, because you may not read it: ${answer.withheld.join(", ")}.`]
        : []),
    ],
    link: { label: "Open the report", href: path },
  }),
  sample: {
    name: "Orders by department",
    answer: {
      by: [{ id: "department", label: "Department" }],
      measures: [{ id: "orders.ordered", label: "Orders: Ordered", unit: "cents" }],
      withheld: [],
      rows: [
        {
          keys: ["1"],
          names: ["Public Works"],
          cells: [{ value: 1_250_000, rows: 4, opens: null }],
        },
        { keys: ["2"], names: ["Sheriff"], cells: [{ value: 450_000, rows: 2, opens: null }] },
      ],
      totals: [{ value: 1_700_000, rows: 6, opens: null }],
      finding:
        "Orders: Ordered, this fiscal year: $17,000.00; most: Public Works with $12,500.00 (74%).",
    },
    path: "/reports/00000000-0000-0000-0000-000000000000",
  },
});
