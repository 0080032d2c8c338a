import { apart, goAlong, type AgencyTable } from "#server/agency-tables/rule.ts";

/** What becomes of these tables when an agency takes its records along, practises on a copy, or ends. */
export const organizationLeaving: readonly AgencyTable[] = [
  ...goAlong(
    "agency_calendar",
    "agency_closure",
    "agency_look",
    "agency_place",
    "department",
    "dormancy_rule",
    "duty_word",
    "list_proposal",
    "measure_unit",
  ),
  apart("agency_state_change", { copied: { not: "A copy has a life of its own." } }),
  apart("founding_invitation", { copied: { not: "A letter to somebody, with a way in." } }),
  apart("operator_setting", { copied: { not: "About the installation." } }),
  apart("access_grant", {
    copied: { not: "Goes with the members of the agency; those of a copy are chosen." },
  }),
  apart("dormancy_notice", {
    copied: { not: "Goes with the members of the agency; those of a copy are chosen." },
  }),
  apart("invitation", { copied: { not: "A letter to somebody, with a link into the agency." } }),
  apart("member_duty", {
    copied: { not: "Goes with the members of the agency; those of a copy are chosen." },
  }),
  apart("notification", {
    leaves: { not: "What the bell told one person, for that person alone." },
    copied: { not: "What was told to people of the agency." },
  }),
  // Everybody is named in the records; those who were chosen are let in afterwards.
  apart("organization_member", { copied: { set: { active: "false" } } }),
  apart("right_use", {
    copied: { not: "Goes with the members of the agency; those of a copy are chosen." },
  }),
  apart("user_role", {
    copied: { not: "Goes with the members of the agency; those of a copy are chosen." },
  }),
];
