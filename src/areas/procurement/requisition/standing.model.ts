import type { z } from "zod";
import { wholeWith } from "#kernel/fields.ts";
import {
  requisitionInput,
  type RequisitionDetail,
  type RequisitionInput,
  type requisitionPatch,
} from "./requisition.model.ts";

// Lines as a change would name them: percent where it was typed, cents else.
const linesOf = ({ lines }: RequisitionDetail) =>
  lines.map(({ description, commodityCode, costCodeId, quantity, unit, unitPrice, splits }) => ({
    ...{ description, commodityCode, costCodeId, quantity, unit, unitPrice },
    splits: splits.map(({ accountStringId, percent, amount }) => ({
      accountStringId,
      ...(percent === null ? { amount } : { percent }),
    })),
  }));

/** A draft as it stands with what a change names. 422 where both do not go together. */
export const requisitionChangedTo = (
  stands: RequisitionDetail,
  patch: z.output<typeof requisitionPatch>,
): RequisitionInput =>
  wholeWith(
    requisitionInput,
    requisitionInput.shape,
    { ...stands, lines: patch.lines ? [] : linesOf(stands) },
    patch,
  );
