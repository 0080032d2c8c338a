import { tokensOf, type BuyingAgency } from "./people.ts";
import { caller, type Program } from "./program.ts";
import { buy } from "./purchase.ts";

const clients = 8;

/** Whole ten-line purchases a second by eight clients, for so many seconds. */
export const purchasesASecond = async (
  program: Program,
  agency: BuyingAgency,
  seconds: number,
): Promise<number> => {
  const tokens = await tokensOf(agency);
  let done = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const call = caller(program.port);
      while (performance.now() < began + seconds * 1000) {
        await buy(call, agency, tokens);
        done++;
      }
      call.close();
    }),
  );
  return done / ((performance.now() - began) / 1000);
};
