import { z } from "zod";
import { invalid } from "#kernel/errors.ts";
import { leadingDay } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import { sql } from "#server/db/sql.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { readPage, type Connector } from "#areas/connectors/connectors.server.ts";

const text = z.string().nullish();
const named = z.object({ code: text, name: text }).nullish();
const notice = z.object({
  noticeId: z.string().min(1),
  title: z.string().min(1),
  solicitationNumber: text,
  fullParentPathName: text,
  postedDate: text,
  type: text,
  typeOfSetAsideDescription: text,
  responseDeadLine: text,
  naicsCode: text,
  classificationCode: text,
  active: text,
  placeOfPerformance: z.object({ city: named, state: named, country: named }).nullish(),
  uiLink: text,
});
type Notice = z.output<typeof notice>;
const answer = z.object({ totalRecords: z.number().int(), opportunitiesData: z.array(notice) });

const perPage = 1000;
const mostNotices = 10_000;
const daysBack = 60;

const columns = [
  "noticeId",
  "number",
  "title",
  "agency",
  "kind",
  "setAside",
  "naics",
  "psc",
  "place",
  "postedOn",
  "dueAt",
  "dueOn",
  "active",
  "url",
] as const;

const parsed = (body: unknown): z.output<typeof answer> => {
  const { data, error } = answer.safeParse(body);
  if (data) return data;
  const at = error!.issues[0]!.path.join(".") || "the top";
  throw invalid(
    "source_changed",
    `SAM.gov's list is no longer what its published schema says, at ${at}. Nothing was taken.`,
  );
};

// The days that are asked for, as SAM.gov writes them: the last two months by the agency's calendar.
const span = (app: App, { orgId }: Connector): Promise<{ postedFrom: string; postedTo: string }> =>
  app.database.transaction({ orgId, personId: null }, async (tx) => {
    const { timeZone } = await readOrganization(tx);
    const today = sql`(clock_timestamp() at time zone ${timeZone})::date`;
    return tx.one<{ postedFrom: string; postedTo: string }>(sql`
      select
        to_char(${today} - ${daysBack}::int, 'MM/DD/YYYY') as posted_from,
        to_char(${today}, 'MM/DD/YYYY') as posted_to
    `);
  });

const placeOf = ({ placeOfPerformance: place }: Notice): string =>
  [place?.city?.name, place?.state?.name ?? place?.state?.code, place?.country?.name]
    .filter(Boolean)
    .join(", ");

const rowOf = (one: Notice): string[] => {
  const due = one.responseDeadLine ?? "";
  const row: Record<(typeof columns)[number], string> = {
    noticeId: one.noticeId,
    number: one.solicitationNumber ?? "",
    title: one.title.slice(0, 500),
    agency: (one.fullParentPathName ?? "").split(".").join(" / ").slice(0, 500),
    kind: one.type ?? "",
    setAside: one.typeOfSetAsideDescription ?? "",
    naics: one.naicsCode ?? "",
    psc: one.classificationCode ?? "",
    place: placeOf(one).slice(0, 300),
    // What is no day goes on as it came, so that its row is refused with a reason.
    postedOn: leadingDay(one.postedDate ?? "") ?? one.postedDate ?? "",
    // A day without a time of day is no instant.
    dueAt: z.iso.datetime({ offset: true }).safeParse(due).success ? due : "",
    dueOn: leadingDay(due) ?? "",
    active: String(one.active !== "No"),
    url: one.uiLink && URL.canParse(one.uiLink) ? one.uiLink.slice(0, 500) : "",
  };
  return columns.map((name) => row[name]);
};

/**
 * Reads the notices that SAM.gov posted in the last two months, page by page ("Get Opportunities
 * Public API", v2): what stands behind ? in the address narrows the search (`state`, `ncode`,
 * `ptype`). `offset` counts pages, as published. @throws Problem 422 for too many, endless or changed
 * answers, 502 where SAM.gov brings nothing.
 */
export const readSamOpportunities = async (
  app: App,
  one: Connector,
): Promise<{ columns: string[]; rows: string[][] }> => {
  const { postedFrom, postedTo } = await span(app, one);
  const found = new Map<string, Notice>();
  for (let page = 0; ; page++) {
    const at = new URL(one.address);
    for (const [name, value] of Object.entries({
      postedFrom,
      postedTo,
      limit: perPage,
      offset: page,
    }))
      at.searchParams.set(name, String(value));
    const { totalRecords, opportunitiesData } = parsed((await readPage(app, one, at)).body);
    if (totalRecords > mostNotices)
      throw invalid(
        "too_many",
        `${totalRecords} notices were found. Narrow the search in the connector's address, such as ?state=TX&ncode=236220; ${mostNotices} are taken at once.`,
      );
    const before = found.size;
    for (const each of opportunitiesData) found.set(each.noticeId, each);
    if (found.size >= totalRecords || opportunitiesData.length === 0) break;
    if (found.size === before)
      throw invalid("endless", "SAM.gov answers the same page again and again. Nothing was taken.");
  }
  return { columns: [...columns], rows: [...found.values()].map(rowOf) };
};
