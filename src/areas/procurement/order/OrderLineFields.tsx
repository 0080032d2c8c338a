import { useWatch } from "react-hook-form";
import { formatCents } from "#kernel/money.ts";
import { isTypedLumpSum, lumpSum } from "#kernel/lump-sum.ts";
import { shownPrice } from "#kernel/quantity.ts";
import { FormSection } from "#web/kit/form/fields.tsx";
import { LineItems, type LineColumn } from "#web/kit/form/LineItems.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { AccountString } from "#areas/budget/budget.ui.tsx";
import { MethodChoice } from "../method/MethodChoice.tsx";
import {
  blankOrderLine,
  orderLineTotal,
  sharesOf,
  weighedOf,
  type OrderLine,
} from "./orderForm.ts";
import type { RatedItem } from "./rate.model.ts";
import { useRates } from "./useRates.ts";

const isOwn = (line: Record<string, unknown>): boolean => !line.requisitionLineId;
const asRequisitioned = (line: Record<string, unknown>): string | null =>
  isOwn(line) ? null : "As requisitioned";
const asAwarded = () => "As awarded";
/** The quantity of a lump sum is dollars, and it has no price. */
const insteadOfUnit = (line: Record<string, unknown>): string | null =>
  isTypedLumpSum(line as OrderLine) ? "dollars" : null;
const insteadOfPrice = (line: Record<string, unknown>): string | null =>
  isTypedLumpSum(line as OrderLine) ? "Lump sum" : null;
const blankLumpSum = (): OrderLine => ({ ...blankOrderLine(), ...lumpSum, quantity: "" });
/** Where the accounts of a line are not for the grid to choose: its requisition's, or several. */
const chargedAs = (line: Record<string, unknown>): string | null =>
  !isOwn(line) || sharesOf(line as OrderLine).length > 1
    ? ((line as OrderLine).charged ?? "As requisitioned")
    : null;

type Commodity = { id: string; code: string; name: string };
const labelOf = (a: AccountString) => `${a.code} · ${a.label}`;
const free = (a: AccountString) =>
  a.available === null ? "no budget line" : `${formatCents(a.available)} free`;

const asRated = () => "As the contract's rate sheet says";
const commodityColumn = (fixed: LineColumn["fixed"] & {}): LineColumn => ({
  name: "commodityCode",
  label: "Commodity",
  kind: "lookup",
  width: "w-[150px]",
  path: "/api/v1/commodities",
  itemLabel: (c: Commodity) => c.code,
  itemHint: (c: Commodity) => c.name,
  current: (code) => code,
  fixed,
});
const rateColumn = ({ path, query }: { path: string; query: string }): LineColumn => ({
  name: "rateCode",
  label: "Rate item",
  kind: "lookup",
  required: true,
  width: "w-[150px]",
  path,
  query,
  itemLabel: (item: RatedItem) => item.code,
  itemHint: (item: RatedItem) =>
    `${item.description}, $${shownPrice(item.tiers[0]?.unitPrice ?? "0")} per ${item.unit}`,
  current: (code) => code || null,
});

/** What of a project a line is for; a line of a requisition keeps its code. */
const costCodeColumn = (lines: readonly OrderLine[]): LineColumn => ({
  name: "costCodeId",
  label: "Cost code",
  kind: "lookup",
  width: "w-[150px]",
  path: "/api/v1/cost-codes",
  query: "active=true",
  itemLabel: (c: Commodity) => `${c.code} ${c.name}`,
  current: (id) => lines.find((l) => l.costCodeId === id)?.costCode ?? null,
  fixed: (line) => (isOwn(line) ? null : ((line as OrderLine).costCode ?? "As requisitioned")),
});

/** How an order is bought that is more than the approved lines of one requisition. */
function HowBought({ lines, departmentId }: { lines: OrderLine[]; departmentId: string }) {
  const weighed = weighedOf(lines);
  if (!weighed) return null;
  const { requisitions, amount, like, taking } = weighed;
  return (
    <FormSection title="How it is bought">
      {requisitions > 0 && (
        <p className="text-t2">
          {requisitions > 1
            ? `Its ${requisitions} requisitions are weighed together, for the sum of ${formatCents(amount)}.`
            : `It is weighed for its own sum of ${formatCents(amount)}.`}{" "}
          It takes the strictest method of its requisitions. Where the sum asks for more than they
          were approved for, it takes what the rules suggest, and approvers decide.
        </p>
      )}
      {taking ? (
        <MethodChoice
          purchase={{ amount, departmentId, like, taking }}
          {...(requisitions > 0
            ? { unnamed: "As approved, or as suggested where that is stricter" }
            : {})}
        />
      ) : (
        <p className="text-t3">The rules are asked when it is submitted.</p>
      )}
    </FormSection>
  );
}

/** What is ordered, and which accounts pay: at the rates of the contract where it has a sheet. */
export function Lines({ awarded, day }: { awarded: boolean; day: string | null }) {
  const departmentId = useWatch({ name: "departmentId" }) as string;
  const contractId = useWatch({ name: "contractId" }) as string | null;
  const lines = useWatch({ name: "lines" }) as OrderLine[];
  const rates = useRates(contractId, day, lines);
  const said = awarded ? asAwarded : rates ? asRated : asRequisitioned;
  const figure = awarded ? { fixed: asAwarded } : {};
  const price = rates ? { fixed: asRated } : figure;
  const used = [...new Set(lines.map((l) => l.accountStringId).filter(Boolean))]
    .toSorted()
    .join(",");
  const named =
    useGet<{ items: AccountString[] }>("account-strings", `/api/v1/account-strings?ids=${used}`, {
      enabled: used !== "",
    }).data?.items ?? [];
  const coded = named.some((a) => a.coded) || lines.some((l) => l.costCodeId);
  const current = (id: string) => {
    const found = named.find((a) => a.id === id);
    return found ? labelOf(found) : null;
  };
  return (
    <>
      <FormSection title="Lines">
        <LineItems
          name="lines"
          label="Lines"
          headed
          closed={awarded}
          blank={blankOrderLine}
          {...(rates ? {} : { other: { label: "Add a lump sum", blank: blankLumpSum } })}
          lineTotal={orderLineTotal}
          columns={[
            ...(rates ? [rateColumn(rates)] : []),
            { name: "description", label: "Item", kind: "text", required: true, fixed: said },
            {
              name: "accountStringId",
              label: "Charged to",
              kind: "lookup",
              required: true,
              width: "w-[210px]",
              path: "/api/v1/account-strings",
              ...(departmentId ? { query: `departmentId=${departmentId}` } : {}),
              itemLabel: labelOf,
              itemHint: free,
              current,
              fixed: chargedAs,
            },
            ...(rates ? [] : [commodityColumn(said)]),
            ...(coded ? [costCodeColumn(lines)] : []),
            {
              name: "quantity",
              label: "Quantity",
              kind: "decimal",
              required: true,
              width: "w-[110px]",
              ...figure,
            },
            {
              name: "unit",
              label: "Unit",
              kind: "text",
              width: "w-[90px]",
              fixed: said,
              instead: insteadOfUnit,
            },
            {
              name: "unitPrice",
              label: "Unit price",
              kind: "decimal",
              least: 2,
              required: true,
              width: "w-[130px]",
              instead: insteadOfPrice,
              ...price,
            },
          ]}
        />
        <p className="text-12 text-t3">
          {awarded ? "An award decided items, quantities and prices. " : ""}
          {rates ? "Items and prices are those of the contract's rate sheet. " : ""}Lines taken from
          a requisition keep its accounts and their shares.{" "}
          {!awarded &&
            "A line of its own needs an approval policy that covers it. Its commodity decides what it is compared with, and so how it is bought."}
        </p>
      </FormSection>
      {!awarded && !contractId && <HowBought lines={lines} departmentId={departmentId} />}
    </>
  );
}
