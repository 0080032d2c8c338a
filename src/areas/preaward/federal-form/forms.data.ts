import { notFound } from "#kernel/errors.ts";
import type { FederalForm, FormCode } from "./federal-form.ts";
import { sf424 } from "./sf424.data.ts";
import { sf424a } from "./sf424a.data.ts";
import { sf424b } from "./sf424b.data.ts";
import { sf424c } from "./sf424c.data.ts";
import { sf424d } from "./sf424d.data.ts";
import { sf424Short } from "./sf424-short.data.ts";
import { sflll } from "./sflll.data.ts";
import { sites } from "./sites.data.ts";

/** Every form in every version that applications were begun with, the newest first. */
const allForms: readonly FederalForm[] = [
  sf424,
  sf424a,
  sf424b,
  sf424c,
  sf424d,
  sf424Short,
  sflll,
  sites,
];

/** A form in its newest version, as an application begins with it. */
export const newestForm = (code: FormCode): FederalForm =>
  allForms.find((form) => form.code === code)!;

/** A form in the version that a draft began with. @throws Problem 404. */
export const formOf = (code: string, version: string): FederalForm => {
  const found = allForms.find(
    (form) => form.code === (code as FormCode) && form.version === version,
  );
  if (!found) throw notFound("federal form");
  return found;
};
