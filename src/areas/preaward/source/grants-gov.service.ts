import { z } from "zod";
import { invalid } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { readPage, type Connector } from "#areas/connectors/connectors.server.ts";
import { plainText, rowsOf, type SourceRow } from "./rows.ts";

const text = z.union([z.string(), z.number()]).nullish();
const hit = z.object({
  id: z.union([z.string(), z.number()]),
  number: z.string().min(1),
  title: z.string().min(1),
  agencyName: text,
  openDate: text,
  closeDate: text,
  oppStatus: z.string(),
  alnist: z.array(z.string()).nullish(),
  cfdaList: z.array(z.string()).nullish(),
});
const searched = z.object({
  errorcode: z.number(),
  msg: z.string().nullish(),
  data: z.object({ hitCount: z.number(), oppHits: z.array(hit) }),
});
const detail = z.object({
  errorcode: z.number(),
  data: z.object({
    synopsis: z
      .object({
        synopsisDesc: text,
        awardCeiling: text,
        awardFloor: text,
        estimatedFunding: text,
        numberOfAwards: text,
        costSharing: z.boolean().nullish(),
        applicantTypes: z.array(z.object({ id: z.string() })).nullish(),
      })
      .nullish(),
  }),
});
type Hit = z.output<typeof hit>;

const rowsAtOnce = 100;
const mostHits = 400;
const passed = [
  "keyword",
  "oppNum",
  "eligibilities",
  "agencies",
  "oppStatuses",
  "aln",
  "fundingCategories",
];

const checked = <T>(schema: z.ZodType<T>, body: unknown, what: string): T => {
  const { data, error } = schema.safeParse(body);
  if (data) return data;
  const at = error!.issues[0]!.path.join(".") || "the top";
  throw invalid(
    "source_changed",
    `Grants.gov's ${what} is no longer what its published schema says, at ${at}. Nothing was taken.`,
  );
};

// What stands behind ? in the address says what is searched for.
const questionOf = (one: Connector, startRecordNum: number) => ({
  oppStatuses: "forecasted|posted",
  ...Object.fromEntries(
    [...new URL(one.address).searchParams].filter(([name]) => passed.includes(name)),
  ),
  rows: rowsAtOnce,
  startRecordNum,
});

const addressOf = (one: Connector, call: string): URL => {
  const at = new URL(one.address);
  at.search = "";
  at.pathname = at.pathname.replace(/[^/]*$/, call);
  return at;
};

const searchAll = async (app: App, one: Connector): Promise<Hit[]> => {
  const hits = new Map<string, Hit>();
  for (let start = 0; ; start += rowsAtOnce) {
    const { body } = await readPage(app, one, addressOf(one, "search2"), questionOf(one, start));
    const { data, errorcode, msg } = checked(searched, body, "list");
    if (errorcode !== 0)
      throw invalid("source_refuses", `Grants.gov answers: ${msg ?? errorcode}.`);
    if (data.hitCount > mostHits)
      throw invalid(
        "too_many",
        `${data.hitCount} opportunities were found. Narrow the search in the connector's address, such as ?eligibilities=01&keyword=aging; ${mostHits} are taken at once.`,
      );
    for (const each of data.oppHits) hits.set(String(each.id), each);
    if (data.oppHits.length === 0 || start + rowsAtOnce >= data.hitCount) return [...hits.values()];
  }
};

const money = (value: string | number | null | undefined): string =>
  value === null || value === undefined || !/^\$?[\d,]+(\.\d{1,2})?$/.test(String(value))
    ? ""
    : String(value).replace("$", "");
const said = (value: unknown): string =>
  value === null || value === undefined ? "" : String(value);

const rowOf = async (app: App, one: Connector, found: Hit): Promise<SourceRow> => {
  const { body } = await readPage(app, one, addressOf(one, "fetchOpportunity"), {
    opportunityId: Number(found.id),
  });
  const synopsis = checked(detail, body, "opportunity").data.synopsis ?? {};
  return {
    number: found.number,
    title: plainText(found.title).slice(0, 300),
    agency: said(found.agencyName),
    postedStatus: found.oppStatus.toLowerCase(),
    alns: (found.alnist ?? found.cfdaList ?? []).join("; "),
    eligibility: (synopsis.applicantTypes ?? []).map(({ id }) => id).join("; "),
    summary: plainText(said(synopsis.synopsisDesc)),
    floorCents: money(synopsis.awardFloor),
    ceilingCents: money(synopsis.awardCeiling),
    totalCents: money(synopsis.estimatedFunding),
    expectedAwards: /^\d+$/.test(said(synopsis.numberOfAwards))
      ? said(synopsis.numberOfAwards)
      : "",
    costSharing: typeof synopsis.costSharing === "boolean" ? String(synopsis.costSharing) : "",
    postedOn: said(found.openDate),
    closesOn: said(found.closeDate),
    url: `https://www.grants.gov/search-results-detail/${found.id}`,
    source: "Grants.gov",
    sourceKey: String(found.id),
  };
};

/** Reads Grants.gov: `search2` page by page, each hit with its `fetchOpportunity`. */
export const readGrantsGov = async (
  app: App,
  one: Connector,
): Promise<{ columns: string[]; rows: string[][] }> => {
  const rows: SourceRow[] = [];
  for (const found of await searchAll(app, one)) rows.push(await rowOf(app, one, found));
  return rowsOf(rows);
};
