import type { Day } from "#kernel/time.ts";
import { notExplained } from "./publication.labels.ts";
import type { PublicFigures } from "./publication.model.ts";

/** What stands in a file where a cell is hidden. */
const hiddenMark = "fewer than 11, hidden";

type Told = Pick<PublicFigures, "by" | "measures" | "explained">;
const explanation = "Explanation";
const wordsIn = (row: PublicFigures["rows"][number]): string =>
  row.explanation ? (row.explanation.words ?? notExplained) : "";

/**
 * A part of a published report as a table: what parts it, then each figure, money in dollars; of the
 * budgetary comparison why the row differs.
 */
export const tableOf = ({ by, measures, rows, explained }: Told & Pick<PublicFigures, "rows">) => ({
  header: [
    ...by.map((each) => each.label),
    ...measures.map((each) => each.label),
    ...(explained ? [explanation] : []),
  ],
  rows: rows.map((row) => [
    ...row.names,
    ...row.cells.map(({ value, hidden }, at) =>
      hidden
        ? hiddenMark
        : value !== null && measures[at]!.unit === "cents"
          ? (value / 100).toFixed(2)
          : value,
    ),
    ...(explained ? [wordsIn(row)] : []),
  ]),
});

const types = { cents: "number", count: "integer", percent: "number", days: "integer" } as const;

/** The schema of its CSV by Frictionless Table Schema 1.0. */
export const tableSchema = ({ by, measures, explained }: Told) => ({
  fields: [
    ...by.map(({ label }) => ({ name: label, type: "string" })),
    ...measures.map(({ label, unit }) => ({
      name: label,
      type: types[unit],
      ...(unit === "cents" && { description: "US dollars" }),
      ...(unit === "percent" && { description: "Percent" }),
      ...(unit === "days" && { description: "Days" }),
    })),
    ...(explained
      ? [{ name: explanation, type: "string", description: "Why it differs from its budget" }]
      : []),
  ],
  missingValues: ["", hiddenMark],
});

type Listed = {
  slug: string;
  title: string;
  says: string;
  /** Days of the agency: of the first version, and of this one. */
  issued: Day;
  modified: Day;
};

/** The catalog of what is published by DCAT-US 1.1 (Project Open Data Metadata Schema v1.1). */
export const catalogOf = (
  origin: string,
  agency: { name: string; email: string },
  reports: readonly Listed[],
) => ({
  "@context": "https://project-open-data.cio.gov/v1.1/schema/catalog.jsonld",
  "@type": "dcat:Catalog",
  conformsTo: "https://project-open-data.cio.gov/v1.1/schema",
  describedBy: "https://project-open-data.cio.gov/v1.1/schema/catalog.json",
  dataset: reports.map(({ slug, title, says, issued, modified }) => {
    const page = `${origin}/citizen-portal/reports/${slug}`;
    const data = `${origin}/api/v1/public/reports/${slug}`;
    return {
      "@type": "dcat:Dataset",
      identifier: page,
      title,
      description: says,
      keyword: ["public money", "figures"],
      issued,
      modified,
      accessLevel: "public",
      publisher: { "@type": "org:Organization", name: agency.name },
      contactPoint: {
        "@type": "vcard:Contact",
        fn: agency.name,
        hasEmail: `mailto:${agency.email}`,
      },
      landingPage: page,
      distribution: [
        {
          "@type": "dcat:Distribution",
          title: "CSV",
          downloadURL: `${data}/data.csv`,
          mediaType: "text/csv",
          describedBy: `${data}/schema.json`,
          describedByType: "application/json",
        },
        {
          "@type": "dcat:Distribution",
          title: "JSON, as it was hashed",
          downloadURL: `${data}/data.json`,
          mediaType: "application/json",
        },
      ],
    };
  }),
});
