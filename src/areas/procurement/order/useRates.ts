import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { compareQuantity, plainDecimal } from "#kernel/quantity.ts";
import { isDecimal } from "#web/kit/form/inputs.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { OrderLine, OrderValues } from "./orderForm.ts";
import { priceAt, type RatedItem } from "./rate.model.ts";

const rated = (line: OrderLine, item: RatedItem): Partial<OrderLine> => {
  const price = isDecimal(line.quantity, 4) ? priceAt(item.tiers, line.quantity) : null;
  const same = price !== null && line.unitPrice !== "" && isDecimal(line.unitPrice, 4);
  return {
    ...(line.requisitionLineId
      ? {}
      : {
          description: item.description,
          unit: item.unit,
          commodityCode: item.commodityCode ?? line.commodityCode,
        }),
    ...(price === null || (same && compareQuantity(price, line.unitPrice) === 0)
      ? {}
      : { unitPrice: plainDecimal(price, 2) }),
  };
};

/**
 * Whether the contract of the order has a rate sheet on a day (today where none is named). The lines
 * that name an item of it take its words, its unit and the price for their quantity.
 */
export const useRates = (
  contractId: string | null,
  day: string | null,
  lines: readonly OrderLine[],
): { path: string; query: string } | null => {
  const { setValue } = useFormContext<OrderValues>();
  const codes = [...new Set(lines.flatMap((line) => line.rateCode || []))].toSorted().join(",");
  const query = day ? `day=${day}` : "";
  const path = `/api/v1/contracts/${contractId}/rates`;
  const found = useGet<{ rated: boolean; items: RatedItem[] }>(
    "contracts",
    `${path}?limit=500&codes=${encodeURIComponent(codes)}${query ? `&${query}` : ""}`,
    { enabled: Boolean(contractId) },
  ).data;
  useEffect(() => {
    for (const [at, line] of lines.entries()) {
      const item = found?.items.find(({ code }) => code === line.rateCode);
      if (!item) continue;
      for (const [name, value] of Object.entries(rated(line, item)))
        if (line[name as keyof OrderLine] !== value)
          setValue(`lines.${at}.${name as "description"}`, value as string, { shouldDirty: true });
    }
  }, [found, lines, setValue]);
  return contractId && found?.rated ? { path, query } : null;
};
