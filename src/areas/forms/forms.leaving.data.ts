import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const formsLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "form_delivery",
    "form_delivery_try",
    "form_disposal",
    "form_file",
    "form_print_batch",
    "paper",
    "paper_copy",
    "paper_run",
    "paper_template",
  ),
  apart("form_definition", {
    copied: {
      set: {
        slug: "case when t.audience = 'public' then t.slug || '-' || right(:copy::text, 6) else t.slug end",
      },
    },
  }),
  apart("form_submission", { copied: { madeUp: { filler_name: "name", filler_email: "mail" } } }),
];
