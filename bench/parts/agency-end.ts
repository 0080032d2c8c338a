import { beginEndOfCopy, deletionsGoOn } from "#areas/agencies/deletion/delete.service.ts";
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

/** Deletes a practice copy, by the means by which every agency is deleted; milliseconds. */
export const deleteCopy = async ({ app, bench }: World, copyId: string): Promise<number> => {
  await beginEndOfCopy(app, copyId, { reason: "Measured.", name: "Bench" });
  const [ms, gone] = await timed(() => deletionsGoOn(app));
  must(gone === 1, `${gone} agencies were deleted`);
  const { rows } = await bench.owner.query("select 1 from vendor where org_id = $1 limit 1", [
    copyId,
  ]);
  must(rows.length === 0, "a row of the deleted copy is there");
  return ms;
};
