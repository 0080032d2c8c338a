import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const assetsLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "asset",
    "asset_class",
    "asset_count",
    "asset_count_line",
    "asset_disposal",
    "asset_downtime",
    "asset_improvement",
    "asset_meter",
    "asset_reading",
    "capitalization_rule",
    "corrective_action",
    "failure_code",
    "hour_rate",
    "inspection",
    "inspection_checklist",
    "labor_class",
    "maintenance_plan",
    "meter_reading",
    "plan_cycle",
    "safety_answer",
    "safety_case",
    "work_hour",
    "work_need",
    "work_order_member",
    "work_order_task",
    "work_permit",
  ),
  apart("inspection_finding", { plain: { item_key: "Names the item of the checklist." } }),
  apart("safety_establishment", {
    copied: { madeUp: { street: "address", city: "address", zip: "address", ein: "tax" } },
  }),
  apart("safety_private", {
    leaves: {
      without: {
        sealed:
          "Privacy cases of 29 CFR 1904.29, sealed with the key of this installation: they are taken along by whoever may read them.",
      },
    },
    copied: { not: "Privacy cases of 29 CFR 1904.29 are not practised on." },
  }),
  apart("safety_span", {
    leaves: {
      without: {
        sealed:
          "Privacy cases of 29 CFR 1904.29, sealed with the key of this installation: they are taken along by whoever may read them.",
      },
    },
    copied: { not: "Privacy cases of 29 CFR 1904.29 are not practised on." },
  }),
  apart("safety_year", { copied: { madeUp: { executive_phone: "phone" } } }),
  apart("work_order", { plain: { defect_key: "Names the defect." } }),
];
