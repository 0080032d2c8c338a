import type { CompanyView } from "./company.model.ts";

export type Company = NonNullable<CompanyView["company"]>;
/** The form's values: texts as typed. */
export type CompanyValues = {
  name: string;
  doingBusinessAs: string;
  entityType: string;
  owners: { name: string; percent: string }[];
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
  employees: string;
  bondingCents: number | null;
  serviceArea: string;
  diversity: string[];
  commodityCodes: string[];
  isPublic: boolean;
  commodityPick?: string;
};

/** What the form begins with. The tax number is never filled in. */
export const valuesOf = (c: Company): CompanyValues => ({
  name: c.name,
  doingBusinessAs: c.doingBusinessAs ?? "",
  entityType: c.entityType,
  owners: c.owners.map((o) => ({ name: o.name, percent: String(o.percent) })),
  uei: c.uei ?? "",
  tinKind: c.tinKind ?? "ein",
  tin: "",
  email: c.email ?? "",
  phone: c.phone ?? "",
  website: c.website ?? "",
  address1: c.address1 ?? "",
  address2: c.address2 ?? "",
  city: c.city ?? "",
  state: c.state ?? "",
  postalCode: c.postalCode ?? "",
  country: c.country,
  employees: c.employees === null ? "" : String(c.employees),
  bondingCents: c.bondingCents,
  serviceArea: c.serviceArea,
  diversity: [...c.diversity],
  commodityCodes: [...c.commodityCodes],
  isPublic: c.isPublic,
});
/** What is sent: an empty tax number leaves the one on file alone. */
export const bodyOf = ({
  tin,
  tinKind,
  employees,
  owners,
  commodityPick: _pick,
  ...rest
}: CompanyValues) => ({
  ...rest,
  owners: owners
    .filter((o) => o.name.trim())
    .map((o) => ({ name: o.name, percent: Number(o.percent) || 0 })),
  employees: employees.trim() === "" ? null : Number(employees),
  tinKind: tinKind || "ein",
  ...(tin.trim() ? { tin: tin.trim() } : {}),
});
