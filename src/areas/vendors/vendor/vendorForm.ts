import type { TypedValues } from "#web/kit/form/values.ts";
import type { VendorValues } from "./vendor.model.ts";

/** The form's values: the fields of the model, texts as typed. */
export type VendorForm = TypedValues<VendorValues> & {
  /** The commodity that is being looked for; not sent. */
  commodityPick?: string;
};

/** What is sent: an empty tax number leaves the one on file alone. */
export const bodyOf = ({
  tin,
  tinKind,
  termsDays,
  commodityPick: _picked,
  ...rest
}: VendorForm): Record<string, unknown> => ({
  ...rest,
  termsDays: /^\d{1,3}$/.test(termsDays.trim()) ? Number(termsDays) : termsDays,
  ...(tin.trim() ? { tin: tin.trim(), tinKind: tinKind || "ein" } : {}),
});
