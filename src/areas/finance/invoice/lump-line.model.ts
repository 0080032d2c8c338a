import { isLumpSum, lumpSum } from "#kernel/lump-sum.ts";
import { lineAmount } from "./totals.model.ts";

type Line = { quantity: string; unit: string; unitPrice: string };

/**
 * A line of a bill as it bills its order's line: a share of a lump sum is so many dollars of it,
 * whether the bill counts one at that price or dollars.
 */
export const asBilled = <L extends Line>(
  line: L,
  ordered: Pick<Line, "unit" | "unitPrice"> | undefined,
): L =>
  ordered && isLumpSum(ordered) && !isLumpSum(line)
    ? {
        ...line,
        ...lumpSum,
        quantity: (lineAmount({ ...line, adjustment: 0, statedAmount: null }) / 100).toFixed(2),
      }
    : line;
