import { z } from "zod";
import type { Day } from "#kernel/time.ts";
import { dayField } from "#kernel/time-fields.ts";
import { reading, type Reader } from "#server/agents/agent.ts";
import { adviceAnswer } from "../method/advice.model.ts";
import { priceAt, type RatedItem } from "../order/rate.model.ts";
import { codeProposal } from "../requisition/code-proposal.model.ts";
import type { OnRecord, Rate } from "./draft.model.ts";
import { ownFirst } from "./draft.model.ts";
import type { NeedLine } from "./need.model.ts";
import { pastNeed, type PastNeed } from "./past-need.ts";
import { pastLine, type PastLine } from "./past-line.model.ts";

const account = z.object({
  id: z.string(),
  code: z.string(),
  label: z.string(),
  available: z.number().nullable(),
  award: z.string().nullable(),
  federal: z.boolean(),
});
const rated = z.object({
  id: z.string(),
  code: z.string(),
  description: z.string(),
  commodityCode: z.string().nullable(),
  unit: z.string(),
  tiers: z.array(z.object({ from: z.string(), unitPrice: z.string() })),
}) satisfies z.ZodType<RatedItem>;
const department = z.object({ id: z.string(), name: z.string(), active: z.boolean() });
const draft = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
  amount: z.number(),
  departmentId: z.string(),
  requesterId: z.string().nullable(),
  requester: z.string().nullable(),
  requestedOn: dayField,
  neededOn: dayField,
});

export const reads = {
  past: reading("/api/v1/past-lines", z.object({ items: z.array(pastLine) })),
  needs: reading("/api/v1/past-needs", z.object({ items: z.array(pastNeed) })),
  codes: reading("/api/v1/commodity-proposals", z.object({ items: z.array(codeProposal) })),
  accounts: reading("/api/v1/account-strings", z.object({ items: z.array(account) })),
  contract: reading(
    "/api/v1/contracts/{id}",
    z.object({ id: z.string(), number: z.string(), status: z.string(), vendorId: z.string() }),
  ),
  rates: reading(
    "/api/v1/contracts/{id}/rates",
    z.object({ rated: z.boolean(), items: z.array(rated) }),
  ),
  advice: reading("/api/v1/procurement-method-advice", adviceAnswer),
  departments: reading("/api/v1/departments", z.object({ items: z.array(department) })),
  places: reading(
    "/api/v1/places",
    z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  ),
  requisitions: reading("/api/v1/requisitions", z.object({ items: z.array(draft) })),
};
export type At = Reader<typeof reads>;
export type DraftRow = z.output<typeof draft>;

/** What the contract of a past order asks for the same item today; null where it is over or has no sheet. */
const rateOf = async (at: At, past: PastLine | undefined, quantity: string | null) => {
  if (!past?.contractId || !past.rateCode || !quantity) return null;
  const params = { id: past.contractId };
  const contract = await at.maybe("contract", { params });
  if (contract?.status !== "active") return null;
  const query = { day: at.today, codes: past.rateCode };
  const item = (await at.read("rates", { params, query })).items.find(
    ({ code }) => code === past.rateCode,
  );
  const unitPrice = item && priceAt(item.tiers, quantity);
  if (!item || !unitPrice) return null;
  const rate: Rate = {
    ...{ contractId: contract.id, number: contract.number, unit: item.unit, unitPrice },
  };
  return { ...rate, vendorId: contract.vendorId };
};

/**
 * Whether an account pays only what an award was given for: that a purchase serves it is said by a
 * person, never taken from an earlier one (2 CFR 200.403(a), 200.405(a)).
 */
const isAwards = ({ award, federal }: { award: string | null; federal: boolean }): boolean =>
  award !== null || federal;

/** The account that paid, where it is in use, of the asker's department, and of no award. */
const accountOf = async (
  at: At,
  past: PastLine | undefined,
  departmentId: string,
): Promise<Pick<OnRecord, "account" | "awards">> => {
  const none = { account: null, awards: false };
  if (!past?.accountCode || (departmentId && past.departmentId !== departmentId)) return none;
  const { items } = await at.read("accounts", { query: { q: past.accountCode } });
  const found = items.find(({ id }) => id === past.accountStringId);
  if (!found) return none;
  return isAwards(found) ? { account: null, awards: true } : { account: found, awards: false };
};

export type Looked = OnRecord & {
  /** The vendor of a contract that prices it today. */
  vendorId: string | null;
  /** Other codes that lines like it went by. */
  codes: readonly { code: string; name: string }[];
};

/** What is on record of a line of a need: orders that say the same, their contract, account and code. */
export const lookUp = async (
  at: At,
  { description, quantity }: NeedLine,
  said: readonly PastLine[],
  departmentId: string,
): Promise<Looked> => {
  const past = ownFirst(said, departmentId);
  const { items: codes } = await at.read("codes", { query: { description } });
  const rate = await rateOf(at, past[0], quantity);
  return {
    ...{ past, rate, codes, vendorId: rate?.vendorId ?? null },
    ...(await accountOf(at, past[0], departmentId)),
    // A code by the list's own titles is a guess that nobody's line stands for.
    code: codes.find(({ lines }) => lines > 0)?.code ?? null,
  };
};

/** Lines of past orders that say what a line of a need says, the likest first. */
export const pastOf = async (at: At, { description }: NeedLine): Promise<readonly PastLine[]> =>
  (await at.read("past", { query: { words: description } })).items;

/**
 * The department for which this person asks: of those for which they asked before the one that buys
 * such goods, else that of their newest requisition; empty where they never asked.
 */
export const ownDepartment = async (
  at: At,
  past: readonly (readonly PastLine[])[],
): Promise<string> => {
  const query = { mine: true, sort: "-requestedOn", limit: 100, count: "none" };
  const { items } = await at.read("requisitions", { query });
  const own = new Set(items.map(({ departmentId }) => departmentId));
  const buys = past.flatMap((lines) => lines.find((line) => own.has(line.departmentId)) ?? []);
  return buys[0]?.departmentId ?? items[0]?.departmentId ?? "";
};

/** So many ids fit into one address. */
const mostIds = 100;

/** Of the accounts that paid needs those that belong to no award. */
const freeAccounts = async (at: At, needs: readonly PastNeed[]): Promise<ReadonlySet<string>> => {
  const ids = [...new Set(needs.flatMap(({ accountStringId }) => accountStringId ?? []))];
  if (ids.length === 0) return new Set();
  const query = { ids: ids.slice(0, mostIds).join(",") };
  const { items } = await at.read("accounts", { query });
  return new Set(items.filter((one) => !isAwards(one)).map(({ id }) => id));
};

/** Past needs of the departments for which this person asked; of all for whoever never asks. */
export const ownNeeds = async (at: At): Promise<(PastNeed & { department: string })[]> => {
  const query = { mine: true, sort: "-requestedOn", limit: 100, count: "none" };
  const { items: asked } = await at.read("requisitions", { query });
  const own = new Set(asked.map(({ departmentId }) => departmentId));
  const { items } = await at.read("needs");
  const departments = (await at.read("departments")).items;
  const needs = items.filter(({ departmentId }) => own.size === 0 || own.has(departmentId));
  const free = await freeAccounts(at, needs);
  return needs.flatMap((need) => {
    const department = departments.find(({ id }) => id === need.departmentId)?.name;
    const { accountStringId: id } = need;
    return department
      ? [{ ...need, department, accountStringId: id && free.has(id) ? id : null }]
      : [];
  });
};

/** Requisitions that were begun before a day and not sent, the hundred dearest. */
export const lyingDrafts = async (at: At, before: Day): Promise<readonly DraftRow[]> => {
  const query = {
    ...{ status: "draft,returned", sort: "-amount", limit: 100, count: "none" },
    "requestedOn.max": before,
  };
  return (await at.read("requisitions", { query })).items;
};
