import { z } from "zod";
import { invalid } from "#kernel/errors.ts";
import { leadingDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { readPage, type Connector } from "#areas/connectors/connectors.server.ts";
import { codesOfCommon } from "./applicant-types.ts";
import { plainText, rowsOf, type SourceRow } from "./rows.ts";

const money = z.object({ amount: z.string(), currency: z.string() }).nullish();
const event = z.object({ date: z.string().nullish() }).nullish();
const custom = z.record(z.string(), z.object({ value: z.unknown() })).nullish();
const opportunity = z.object({
  id: z.string(),
  title: z.string().min(1),
  status: z.object({ value: z.string() }),
  description: z.string().nullish(),
  funding: z
    .object({
      totalAmountAvailable: money,
      minAwardAmount: money,
      maxAwardAmount: money,
      estimatedAwardCount: z.number().nullish(),
    })
    .nullish(),
  keyDates: z.object({ postDate: event, closeDate: event }).nullish(),
  acceptedApplicantTypes: z.array(z.object({ value: z.string() })).nullish(),
  source: z.string().nullish(),
  customFields: custom,
});
type Opportunity = z.output<typeof opportunity>;
const page = z.object({
  items: z.array(opportunity),
  paginationInfo: z.object({
    page: z.number(),
    totalPages: z.number().nullish(),
    totalItems: z.number().nullish(),
  }),
});

const mostPages = 100;
const statuses: Readonly<Record<string, string>> = {
  forecasted: "forecasted",
  open: "posted",
  closed: "closed",
};

const parsed = (body: unknown): z.output<typeof page> => {
  const { data, error } = page.safeParse(body);
  if (data) return data;
  throw invalid(
    "source_changed",
    `The answer is no longer what CommonGrants publishes, at ${error!.issues[0]!.path.join(".") || "the top"}. Nothing was taken.`,
  );
};

const customText = (one: Opportunity, name: string): string => {
  const value = one.customFields?.[name]?.value;
  if (typeof value === "string" || typeof value === "number") return String(value);
  if (value && typeof value === "object" && "name" in value) return String(value.name);
  return "";
};
const alnsOf = (one: Opportunity): string => {
  const listed = one.customFields?.["assistanceListings"]?.value;
  return Array.isArray(listed)
    ? listed
        .map((each: unknown) =>
          typeof each === "string"
            ? each
            : String(
                (each as { identifier?: unknown; assistanceListingNumber?: unknown }).identifier ??
                  (each as { assistanceListingNumber?: unknown }).assistanceListingNumber ??
                  "",
              ),
        )
        .filter((aln) => /^\d{2}\.\w{3}$/.test(aln))
        .join("; ")
    : "";
};
const costSharingOf = (one: Opportunity): string => {
  const value = one.customFields?.["costSharing"]?.value as { isRequired?: unknown } | undefined;
  return typeof value?.isRequired === "boolean" ? String(value.isRequired) : "";
};
const dollars = (given: z.output<typeof money>): string =>
  given && given.currency === "USD" ? given.amount : "";
// What is no day goes on as it came, so that its row is refused with a reason.
const day = (given: z.output<typeof event>): string => {
  const text = given?.date ?? "";
  return leadingDay(text) ?? text;
};

const rowOf = (one: Opportunity, source: string): SourceRow => ({
  number: customText(one, "federalOpportunityNumber") || one.id,
  title: plainText(one.title).slice(0, 300),
  agency: customText(one, "agency"),
  postedStatus: statuses[one.status.value] ?? "posted",
  alns: alnsOf(one),
  eligibility: codesOfCommon((one.acceptedApplicantTypes ?? []).map(({ value }) => value)).join(
    "; ",
  ),
  summary: plainText(one.description ?? ""),
  floorCents: dollars(one.funding?.minAwardAmount),
  ceilingCents: dollars(one.funding?.maxAwardAmount),
  totalCents: dollars(one.funding?.totalAmountAvailable),
  expectedAwards: String(one.funding?.estimatedAwardCount ?? ""),
  costSharing: costSharingOf(one),
  postedOn: day(one.keyDates?.postDate),
  closesOn: day(one.keyDates?.closeDate),
  url: one.source && URL.canParse(one.source) ? one.source : "",
  source,
  sourceKey: one.id,
});

/** Reads the opportunities of a CommonGrants source, page by page. */
export const readCommonGrants = async (
  app: App,
  one: Connector,
): Promise<{ columns: string[]; rows: string[][] }> => {
  const found: SourceRow[] = [];
  for (let number = 1; number <= mostPages; number++) {
    const at = new URL(one.address);
    at.searchParams.set("page", String(number));
    if (!at.searchParams.has("pageSize")) at.searchParams.set("pageSize", "100");
    const { items, paginationInfo } = parsed((await readPage(app, one, at)).body);
    found.push(...items.map((item) => rowOf(item, one.name)));
    if (items.length === 0 || number >= (paginationInfo.totalPages ?? 1)) return rowsOf(found);
  }
  throw invalid("too_many", "The source has more pages than are taken at once.");
};
