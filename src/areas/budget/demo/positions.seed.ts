import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { carverDepartments } from "#areas/identity/identity.public.ts";
import { ensureAccountString } from "../account/account.service.ts";
import { positionInput } from "../position/position.model.ts";
import { demoPositions } from "./cycle.data.ts";

type Segments = ReadonlyMap<string, string>;
/**
 * The county's 180 positions with the accounts that bear them. `less` is how much less each is paid than
 * next year, in dollars a year: those of the year before, which no award bears.
 */
export const positionsOf = async (
  tx: Tx,
  actor: Actor,
  segments: Segments,
  { less = 0 }: { less?: number } = {},
) => {
  const inputs = [];
  for (const d of carverDepartments) {
    const fund = { RDB: "210", UTL: "402", PHL: "225" }[d.code as string] ?? "101";
    const award = fund === "225" && !less ? { awardId: segments.get("award:PHEP")! } : {};
    const string = (account: string) =>
      ensureAccountString(tx, actor, {
        fundId: segments.get(`fund:${fund}`)!,
        departmentId: d.id,
        accountId: segments.get(`account:${account}`)!,
        ...award,
      });
    const [pay, benefits] = [await string("5110"), await string("5120")];
    let number = 0;
    for (const [title, many, annualPay, annualBenefits] of demoPositions[d.code] ?? [])
      for (let n = 0; n < many; n++)
        inputs.push(
          positionInput.parse({
            departmentId: d.id,
            number: `${d.code}-${String(++number).padStart(3, "0")}`,
            title,
            annualPay: (annualPay + (n % 5) * 900 - less) * 100,
            annualBenefits: annualBenefits * 100,
            fteThousandths: n % 11 === 10 ? 500 : 1000,
            filled: n % 13 !== 12,
            months: n % 13 === 12 ? 9 : 12,
            raiseHundredths: 250,
            raiseFromMonth: 4,
            splits: [
              { accountStringId: pay.id, part: "pay", share: 10_000 },
              { accountStringId: benefits.id, part: "benefits", share: 10_000 },
            ],
          }),
        );
  }
  return inputs;
};
