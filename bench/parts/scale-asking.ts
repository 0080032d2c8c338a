import { must } from "./figures.ts";
import { tokensOf, type BuyingAgency } from "./people.ts";
import { caller, type Caller, type Program } from "./program.ts";
import { buy } from "./purchase.ts";

/** Milliseconds of each answer, by what was asked for. */
export type Asked = Record<"list" | "search" | "report" | "purchase", number[]>;

type Tokens = Awaited<ReturnType<typeof tokensOf>>;
type Page = { items: unknown[] };

const clients = 2;
const list = "/api/v1/invoices?status=approved&sort=-receivedOn&limit=50";
const report = "/api/v1/report-figures?measures=invoices.total&by=vendor,month";

const works: Record<keyof Asked, (call: Caller, agency: BuyingAgency, t: Tokens) => Promise<void>> =
  {
    list: async (call, _agency, { ap }) => {
      const { items } = await call<Page>("GET", list, { token: ap });
      must(items.length > 0, "the list has rows");
    },
    search: async (call, _agency, { buyer }) => {
      const words = `Stone ${1 + Math.floor(Math.random() * 99)}`;
      const path = `/api/v1/purchase-orders?q=${encodeURIComponent(words)}&limit=50`;
      const { items } = await call<Page>("GET", path, { token: buyer });
      must(items.length > 0, `orders are found by ${words}`);
    },
    report: async (call, _agency, { admin }) => {
      const { rows } = await call<{ rows: unknown[] }>("GET", report, { token: admin });
      must(rows.length > 0, "the report has rows");
    },
    purchase: (call, agency, tokens) => buy(call, agency, tokens),
  };

/**
 * What two people of an agency wait, for so many seconds of each kind of work, spread over the instances
 * in turn. What comes first is not counted: plans and kept definitions are made then.
 */
export const asked = async (
  programs: readonly Program[],
  agency: BuyingAgency,
  seconds: number,
): Promise<Asked> => {
  const answers: Asked = { list: [], search: [], report: [], purchase: [] };
  const callers = programs.map(({ port }) => caller(port));
  for (const what of Object.keys(works) as (keyof Asked)[]) {
    const tokens = await tokensOf(agency);
    for (const call of callers) await works[what](call, agency, tokens);
    const until = performance.now() + seconds * 1000;
    let turn = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (performance.now() < until) {
          const call = callers[turn++ % callers.length]!;
          const from = performance.now();
          await works[what](call, agency, tokens);
          answers[what].push(performance.now() - from);
        }
      }),
    );
  }
  for (const call of callers) call.close();
  return answers;
};
