// The agency's own programs in the published shape of the CommonGrants protocol (HHS, version 0.3):
// OpportunityBase within Ok and Paginated responses.
import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import type { Day } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { businessDate } from "#server/clock.ts";
import { published } from "#server/db/scopes/published.ts";
import { sql } from "#server/db/sql.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import type { Tongue } from "#server/http/tongues.ts";
import { phaseOn } from "../program/program.labels.ts";
import { agenciesNamed, type Agency } from "#areas/organization/organization.server.ts";

export type PublicProgram = {
  id: string;
  orgId: string;
  agency: string;
  currency: string;
  number: string;
  status: string;
  title: string;
  summary: string;
  total: number;
  least: number | null;
  most: number | null;
  expectedAwards: number | null;
  matchPercent: number;
  applicants: string[];
  /** The day that it is at its agency. */
  today: string;
  opensOn: string;
  closesOn: Day | null;
  startsOn: string;
  endsOn: string;
  contactName: string;
  contactEmail: string;
  publishedAt: string;
  createdAt: string;
  updatedAt: string;
};

type Stored = Omit<PublicProgram, "agency" | "currency" | "today">;
const named = (db: Db, p: Stored, agencies: readonly Agency[]): PublicProgram => {
  const agency = agencies.find((a) => a.id === p.orgId);
  return {
    ...p,
    agency: agency?.name ?? "",
    currency: agency?.currency ?? "USD",
    today: businessDate(db.scope, agency?.timeZone),
  };
};

const columns = sql`
  
    p.id, p.org_id, p.number, p.status, p.title, p.summary, p.total, p.least, p.most,
    p.expected_awards, p.match_percent, p.applicants, p.opens_on, p.closes_on, p.starts_on,
    p.ends_on, p.contact_name, p.contact_email, p.published_at, p.created_at, p.updated_at
`;

// A place holds few programs: they are all read, and looked through.
const mostSearched = 1000;

type Page = { page: number; pageSize: number; open?: boolean };
/** Published programs of every agency here, the last changed first; `open`: what takes applications today. */
export const publicPrograms = async (
  db: Db,
  { page, pageSize, open = false }: Page,
): Promise<{ items: PublicProgram[]; total: number }> => {
  const [stored, agencies] = await Promise.all([
    db.rows<Stored>(sql`
      select ${columns}
      from grant_program p
      order by p.updated_at desc, p.id
      limit ${mostSearched}
    `),
    agenciesNamed(db),
  ]);
  const found = stored
    .map((p) => named(db, p, agencies))
    .filter((p) => !open || phaseOn(p, p.today) === "open");
  return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
};

const money = (cents: number | null, currency: string) =>
  cents === null ? undefined : { amount: (cents / 100).toFixed(2), currency };
const day = (name: string, date: string) => ({ name, eventType: "singleDate", date });
const text = (name: string, value: string) => ({ name, fieldType: "string", value });

/** A program as an OpportunityBase of CommonGrants; money as text with its currency. */
const opportunityOf = (p: PublicProgram, origin: string) => ({
  id: p.id,
  title: p.title,
  status: { value: phaseOn(p, p.today) },
  description: p.summary,
  funding: {
    totalAmountAvailable: money(p.total, p.currency),
    minAwardAmount: money(p.least, p.currency),
    maxAwardAmount: money(p.most, p.currency),
    estimatedAwardCount: p.expectedAwards ?? undefined,
  },
  keyDates: {
    postDate: day("Applications open", p.opensOn),
    closeDate: p.closesOn
      ? day("Applications close", p.closesOn)
      : { name: "Applications close", eventType: "other", details: "Open until it is closed" },
    otherDates: {
      performance: {
        name: "Period of the money",
        eventType: "dateRange",
        startDate: p.startsOn,
        endDate: p.endsOn,
      },
    },
  },
  acceptedApplicantTypes: p.applicants.length
    ? p.applicants.map((value) => ({ value }))
    : [{ value: "unrestricted" }],
  source: `${origin}/citizen-portal#${p.number}`,
  customFields: {
    agency: text("agency", p.agency),
    opportunityNumber: text("opportunityNumber", p.number),
    ...(p.contactEmail && { contactEmail: text("contactEmail", p.contactEmail) }),
    costSharing: {
      name: "costSharing",
      fieldType: "object",
      value: { isRequired: p.matchPercent > 0, percentage: p.matchPercent },
    },
  },
  createdAt: p.createdAt,
  lastModifiedAt: p.updatedAt,
});

const root = "/common-grants/opportunities";
const query = z
  .object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(100),
  })
  .loose();
const search = z
  .object({
    search: z.string().max(200).optional(),
    pagination: z
      .object({
        page: z.number().int().min(1).max(100_000).default(1),
        pageSize: z.number().int().min(1).max(100).default(100),
      })
      .optional(),
    filters: z
      .object({
        status: z
          .object({ operator: z.string(), value: z.array(z.string()).max(10) })
          .loose()
          .optional(),
      })
      .loose()
      .optional(),
  })
  .loose();

const listed = async (app: App, of: Page) => {
  const { items, total } = await publicPrograms(published(app.database), of);
  return {
    status: 200,
    message: "Success",
    items: items.map((p) => opportunityOf(p, app.config.origin)),
    paginationInfo: {
      page: of.page,
      pageSize: of.pageSize,
      totalItems: total,
      totalPages: Math.ceil(total / of.pageSize),
    },
  };
};
const matching = (wanted: z.output<typeof search>) => {
  const words = wanted.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  const only = wanted.filters?.status;
  return (o: ReturnType<typeof opportunityOf>): boolean =>
    words.every((word) => `${o.title} ${o.description}`.toLowerCase().includes(word)) &&
    (!only || (only.operator === "notIn") !== only.value.includes(o.status.value));
};
const found = async (app: App, wanted: z.output<typeof search>) => {
  const { page, pageSize } = wanted.pagination ?? { page: 1, pageSize: 100 };
  const all = await listed(app, { page: 1, pageSize: mostSearched });
  const items = all.items.filter(matching(wanted));
  return {
    status: 200,
    message: "Success",
    items: items.slice((page - 1) * pageSize, page * pageSize),
    paginationInfo: {
      page,
      pageSize,
      totalItems: items.length,
      totalPages: Math.ceil(items.length / pageSize),
    },
    sortInfo: { sortBy: "lastModifiedAt", sortOrder: "desc" },
    filterInfo: { filters: wanted.filters ?? {} },
  };
};

const one = async (app: App, id: string): Promise<PublicProgram | null> => {
  const db = published(app.database);
  const [p, agencies] = await Promise.all([
    db.maybe<Stored>(sql`select ${columns} from grant_program p where p.id = ${id}`),
    agenciesNamed(db),
  ]);
  return p && named(db, p, agencies);
};

/** An error as the protocol's model `Error` writes it. */
export const commonGrantsTongue: Tongue = {
  speaks: (path) => path === "/common-grants" || path.startsWith("/common-grants/"),
  say: ({ status: said, message, errors }) => {
    const status = said === 422 ? 400 : said;
    return {
      status,
      type: "application/json; charset=utf-8",
      body: JSON.stringify({
        status,
        message,
        errors: errors.map((each) => ({ field: each.path, message: each.message })),
      }),
    };
  },
};

const common = { permission: "public", tag: "common grants", raw: true } as const;
export const commonGrantsEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: "GET",
    path: root,
    summary: "CommonGrants: programs of the agencies here, the last changed first",
    query,
    handler: async ({ app, query: q, reply }) =>
      reply.header("access-control-allow-origin", "*").send(await listed(app, q)),
  }),
  endpoint({
    ...common,
    method: "GET",
    path: `${root}/{id}`,
    summary: "CommonGrants: one program",
    params: z.object({ id: z.uuid() }),
    handler: async ({ app, params, reply }) => {
      const p = await one(app, params.id);
      if (!p) throw notFound("opportunity");
      return reply.header("access-control-allow-origin", "*").send({
        status: 200,
        message: "Success",
        data: { ...opportunityOf(p, app.config.origin), competitions: [] },
      });
    },
  }),
  endpoint({
    ...common,
    method: "POST",
    path: `${root}/search`,
    summary: "CommonGrants: search programs",
    body: search,
    ownTransaction: true,
    handler: async ({ app, body, reply }) =>
      reply.header("access-control-allow-origin", "*").send(await found(app, body)),
  }),
];
