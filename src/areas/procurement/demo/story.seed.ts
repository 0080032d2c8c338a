import { placeByName } from "#areas/organization/organization.server.ts";
import { Problem } from "#kernel/errors.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { App } from "#server/app.ts";
import { carverCountyId, carverDepartments } from "#areas/identity/identity.public.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { decide, type Decision } from "#areas/workflow/workflow.server.ts";
import type { DemoItem } from "./catalog.data.ts";
import { chance } from "./timeline.seed.ts";

type Vendor = { id: string; name: string; commodityCodes: readonly string[] };
type Account = { id: string; department: string; account: string; fund: string };

/**
 * What the chapters of the story share: chance, vendors, accounts, and people who act at a moment.
 */
export type Story = {
  app: App;
  random: () => number;
  vendors: readonly Vendor[];
  accounts: readonly Account[];
  pick: <T>(from: readonly T[]) => T;
  between: (low: number, high: number) => number;
  /**
   * True at every `n`th time that something of this name is asked: what a demo must show does not
   * depend on chance.
   */
  every: (what: string, n: number) => boolean;
  as: <T>(name: string, at: string, work: (tx: Tx, actor: Actor) => Promise<T>) => Promise<T>;
  accountFor: (department: string, account: string, flood: boolean) => Account;
  vendorFor: (item: DemoItem) => Vendor;
  /** Where a department, by its code, has things delivered. */
  placeOf: (department: string) => string | null;
};

const deliveries: Readonly<Record<string, string>> = {
  RDB: "County yard",
  PRK: "County yard",
  UTL: "Utilities shop",
};

// Who sells it: the same code, else the same branch (the code's first digits), else anybody.
const sellersOf = (vendors: readonly Vendor[], commodity: string): readonly Vendor[] => {
  for (const digits of [6, 4, 3, 2]) {
    const found = vendors.filter((v) =>
      v.commodityCodes.some((c) => c.startsWith(commodity.slice(0, digits))),
    );
    if (found.length) return found.slice(0, 5);
  }
  return vendors;
};

/** Opens the story of Carver County: who sells, what may be charged. */
export const openStory = async (app: App, seed: number): Promise<Story> => {
  const db = app.database.read({ orgId: carverCountyId, personId: null });
  const vendors = await db.rows<Vendor>(sql`
    select id, name, commodity_codes
    from vendor
    where org_id = ${carverCountyId}
      and status = 'active'
      and coalesce(screening_result, 'clear') = 'clear'
    order by number
  `);
  const accounts = await db.rows<Account>(sql`
    select s.id, d.code as department, a.code as account, f.code as fund
    from account_string s
    join department d on d.org_id = s.org_id and d.id = s.department_id
    join segment_value a on a.org_id = s.org_id and a.id = s.account_id
    join segment_value f on f.org_id = s.org_id and f.id = s.fund_id
    where s.org_id = ${carverCountyId}
    order by s.code
  `);
  const found = await Promise.all(
    ["County yard", "Utilities shop", "Government center"].map(
      async (name) => [name, await placeByName(db, name)] as const,
    ),
  );
  const places = new Map(found);
  const random = chance(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const asked = new Map<string, number>();
  const every = (what: string, n: number) => {
    const times = (asked.get(what) ?? 0) + 1;
    asked.set(what, times);
    return times % n === 0;
  };
  return {
    app,
    random,
    vendors,
    accounts,
    pick,
    every,
    between: (low, high) => low + random() * (high - low),
    as: (name, at, work) => {
      const actor = demoActor(name, at);
      return app.database.transaction(actor, (tx) => work(tx, actor));
    },
    accountFor: (department, account, flood) =>
      accounts.find(
        (a) => a.department === department && a.account === account && (a.fund === "310") === flood,
      ) ?? accounts.find((a) => a.department === department && a.account === account)!,
    vendorFor: (item) =>
      sellersOf(vendors, item.commodity)[
        Math.floor(random() * 3) % sellersOf(vendors, item.commodity).length
      ]!,
    placeOf: (department) => places.get(deliveries[department] ?? "Government center") ?? null,
  };
};

export const departmentCode = (id: string): string =>
  carverDepartments.find((d) => d.id === id)!.code;

export const departmentId = (code: string): string =>
  carverDepartments.find((d) => d.code === code)!.id;

const deciders: readonly [string, (rule: string) => boolean][] = [
  ["manager", () => true],
  ["budget", () => true],
  ["admin", () => true],
];

/**
 * Decides a document's pending request as whoever it waits for, until it is decided, waits for
 * nobody of the story, or has had so many decisions.
 */
export const decideFor = async (
  story: Story,
  documentId: string,
  at: string,
  decision: Decision,
  comment = "",
  most = 4,
): Promise<void> => {
  for (let round = 0; round < most; round++) {
    const pending = await story.app.database.read({ orgId: carverCountyId, personId: null }).maybe<{
      id: string;
    }>(sql`
      select id
      from approval_request
      where org_id = ${carverCountyId} and document_id = ${documentId} and status = 'pending'
    `);
    if (!pending) return;
    for (const [name] of deciders) {
      try {
        await story.as(name, at, (tx, actor) =>
          decide(tx, actor, pending.id, decision, comment, null),
        );
        break;
      } catch (error) {
        if (
          !(error instanceof Problem) ||
          !["not_your_approval", "self_approval"].includes(error.code)
        )
          throw error;
      }
    }
  }
};
