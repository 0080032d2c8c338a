import { notFound } from "#kernel/errors.ts";
import type { FederalForm, FormCode } from "./federal-form.ts";
import { sf424 } from "./sf424.data.ts";
import { sf424a } from "./sf424a.data.ts";
import { sf424b } from "./sf424b.data.ts";

/** Every form in every version that applications were begun with, the newest first. */
const allForms: readonly FederalForm[] = [sf424, sf424a, sf424b];

/** The forms of a new application, each in its newest version. */
export const newestForms: readonly FederalForm[] = allForms.filter(
  (form, at) => allForms.findIndex(({ code }) => code === form.code) === at,
);

/** A form in the version that a draft began with. @throws Problem 404. */
export const formOf = (code: string, version: string): FederalForm => {
  const found = allForms.find(
    (form) => form.code === (code as FormCode) && form.version === version,
  );
  if (!found) throw notFound("federal form");
  return found;
};
