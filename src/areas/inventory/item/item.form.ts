import { recordForm } from "#kernel/record-form.ts";
import { itemFields } from "./item.model.ts";

/** The form of a stock item; the commodity is chosen of a list, and its code is sent. */
export const stockItemForm = recordForm("/api/v1/stock-items", itemFields, {
  besides: {
    blank: () => ({ commodityId: "" }),
    toForm: ({ commodityCode }: { commodityCode: string | null }) => ({
      commodityId: commodityCode ?? "",
    }),
    toInput: ({ commodityId, commodityCode }) => ({
      commodityCode: commodityId ? commodityCode : null,
    }),
  },
});
