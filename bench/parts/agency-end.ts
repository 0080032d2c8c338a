import {
  beginEndOfCopy,
  dueDeletions,
  runDeletion,
  usualPace,
} from "#areas/agencies/deletion/delete.service.ts";
import { timed, type World } from "./agency-world.ts";
import { must } from "./figures.ts";
import { tokensOf, type BuyingAgency } from "./people.ts";
import { caller, type Program } from "./program.ts";
import { buy } from "./purchase.ts";

/** Milliseconds of each list and each whole purchase that somebody waited for. */
export type Waited = { lists: number[]; purchases: number[] };

/** People of an agency read lists and buy, one after the other, until `over` says so; once at least. */
export const worked = async (
  product: Program,
  agency: BuyingAgency,
  over: () => boolean,
): Promise<Waited> => {
  const waited: Waited = { lists: [], purchases: [] };
  const call = caller(product.port);
  do {
    const tokens = await tokensOf(agency);
    for (let n = 0; n < 5; n++) {
      const [ms] = await timed(() =>
        call("GET", "/api/v1/purchase-orders?limit=50", { token: tokens.buyer }),
      );
      waited.lists.push(ms);
    }
    const [ms] = await timed(() => buy(call, agency, tokens));
    waited.purchases.push(ms);
  } while (!over());
  call.close();
  return waited;
};

class Enough extends Error {}

/**
 * Deletes a practice copy by the means by which every agency is deleted, until it is gone or `over` says
 * that it was watched long enough; gives the rows that are gone by then.
 */
export const deleteCopy = async (
  { app, bench }: World,
  copyId: string,
  over: () => boolean,
): Promise<{ ms: number; rows: number; whole: boolean }> => {
  await beginEndOfCopy(app, copyId, { reason: "Measured.", name: "Bench" });
  const one = (await dueDeletions(app)).find(({ subjectId }) => subjectId === copyId)!;
  const after = async () => {
    if (over()) throw new Enough();
  };
  const [ms, whole] = await timed(() =>
    runDeletion(app, one, { ...usualPace, after }).catch((error: unknown) => {
      if (error instanceof Enough) return false;
      throw error;
    }),
  );
  const { rows } = await bench.owner.query<{ n: number }>(
    `
      select coalesce(sum(value::int), 0)::int as n
      from agency_deletion d, jsonb_each_text(d.deleted)
      where d.id = $1
    `,
    [one.id],
  );
  must(rows[0]!.n > 0, "nothing was deleted");
  return { ms, rows: rows[0]!.n, whole };
};
