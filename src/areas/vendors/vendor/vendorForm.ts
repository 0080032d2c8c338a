import type { Certification } from "./vendor.labels.ts";
import type { VendorDetail } from "./vendor.model.ts";

/** The form's values: texts as typed. */
export type VendorForm = {
  name: string;
  doingBusinessAs: string;
  uei: string;
  tinKind: string;
  tin: string;
  email: string;
  phone: string;
  website: string;
  address1: string;
  address2: string;
  city: string;
  state: string;
  postalCode: string;
  country: string;
  termsDays: string;
  paymentMethod: "ach" | "check";
  reportable1099: boolean;
  isPublic: boolean;
  diversity: Certification[];
  commodityCodes: string[];
  insuranceExpiresOn: string;
  note: string;
  /** The commodity that is being looked for; not sent. */
  commodityPick?: string;
};

/**
 * What the form begins with: nothing, or what the vendor has. The tax number is never filled in.
 */
export const formOf = (vendor: VendorDetail | null): VendorForm => ({
  name: vendor?.name ?? "",
  doingBusinessAs: vendor?.doingBusinessAs ?? "",
  uei: vendor?.uei ?? "",
  tinKind: vendor?.tinKind ?? "ein",
  tin: "",
  email: vendor?.email ?? "",
  phone: vendor?.phone ?? "",
  website: vendor?.website ?? "",
  address1: vendor?.address1 ?? "",
  address2: vendor?.address2 ?? "",
  city: vendor?.city ?? "",
  state: vendor?.state ?? "",
  postalCode: vendor?.postalCode ?? "",
  country: vendor?.country ?? "US",
  termsDays: String(vendor?.termsDays ?? 30),
  paymentMethod: vendor?.paymentMethod ?? "check",
  reportable1099: vendor?.reportable1099 ?? false,
  isPublic: vendor?.isPublic ?? false,
  diversity: [...(vendor?.diversity ?? [])] as Certification[],
  commodityCodes: [...(vendor?.commodityCodes ?? [])],
  insuranceExpiresOn: vendor?.insuranceExpiresOn ?? "",
  note: vendor?.note ?? "",
});

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
